-- Which e-mails and which push notifications each person gets. Decision 054.

-- A person without a row has the defaults of the columns. The reference is to the account and not to the profile: the
-- profile of an erased account stays, and these choices must not.
create table public.preferencias_avisos (
  user_id uuid primary key references auth.users on delete cascade,
  -- E-mails: unread messages, a requested contact (maestros), a received review (maestros), a search that found somebody.
  correo_mensajes boolean not null default true,
  correo_contacto boolean not null default true,
  correo_resenas boolean not null default true,
  correo_busquedas boolean not null default true,
  -- Push notifications: new messages, and a requested contact (maestros).
  push_mensajes boolean not null default true,
  push_contacto boolean not null default true,
  -- Whether a push notification contains the text of the message, which others can read on a locked screen.
  push_con_texto boolean not null default false,
  updated_at timestamptz not null default now()
);

create function interno.fechar_preferencias() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger preferencias_avisos_set_time before insert or update on public.preferencias_avisos
  for each row execute function interno.fechar_preferencias();

grant select on public.preferencias_avisos to authenticated;
-- user_id is updatable because an upsert of the official client names it. The policy refuses any other value.
grant insert (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas,
    push_mensajes, push_contacto, push_con_texto),
  update (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas,
    push_mensajes, push_contacto, push_con_texto)
  on public.preferencias_avisos to authenticated;
grant all on public.preferencias_avisos to service_role;

alter table public.preferencias_avisos enable row level security;
create policy "Choices of notices are readable by their owner" on public.preferencias_avisos
  for select to authenticated using (user_id = (select auth.uid()));
create policy "People make their own choices of notices" on public.preferencias_avisos
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "People change their own choices of notices" on public.preferencias_avisos
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- Whether a person wants a kind of notice; p_columna is a column of preferencias_avisos. The defaults repeat those of the
-- table; a test compares the two.
create function interno.quiere_aviso(p_user uuid, p_columna text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_defecto constant boolean := p_columna <> 'push_con_texto';
begin
  if p_columna is null or p_columna not in (
    'correo_mensajes', 'correo_contacto', 'correo_resenas', 'correo_busquedas',
    'push_mensajes', 'push_contacto', 'push_con_texto'
  ) then
    raise exception 'Unknown kind of notice' using errcode = '22023';
  end if;
  return coalesce(
    (select (to_jsonb(p) ->> p_columna)::boolean from public.preferencias_avisos p where p.user_id = p_user),
    v_defecto);
end $$;
