-- Help requests. Only our server function writes them; operators read them with the secret key.

create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  -- Person and texts are null once the author's account was erased.
  usuario_id uuid references public.profiles on delete restrict,
  nombre text check (char_length(btrim(nombre)) between 2 and 200),
  correo text check (char_length(correo) between 3 and 255),
  mensaje text check (char_length(btrim(mensaje)) between 10 and 5000),
  imagenes_url text[] not null default '{}'
    check (cardinality(imagenes_url) <= 4 and array_position(imagenes_url, null) is null),
  creado_en timestamptz not null default now(),
  constraint tickets_are_whole_or_anonymous
    check (num_nonnulls(usuario_id, nombre, correo, mensaje) in (0, 4) and (usuario_id is not null or imagenes_url = '{}'))
);
create index tickets_of_a_user on public.tickets (usuario_id, creado_en desc);

create trigger tickets_require_accounts before insert on public.tickets
  for each row execute function interno.exigir_cuentas_vigentes('usuario_id');

grant select on public.tickets to authenticated;
grant all on public.tickets to service_role;

alter table public.tickets enable row level security;
create policy "Tickets are readable by their author" on public.tickets
  for select to authenticated using (usuario_id = (select auth.uid()));

create function interno.marcar_imagenes_de_ticket() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v public.tickets := case tg_op when 'INSERT' then new else old end;
begin
  -- A name without a folder is in the folder of its uploader.
  perform storage.mark_shown(
    tg_op = 'INSERT', 'support-tickets',
    array(
      select regexp_replace(storage.name_in('support-tickets', t), '^([^/]+)$', v.usuario_id || '/\1')
      from unnest(v.imagenes_url) t),
    array[v.usuario_id || '/%']);
  return null;
end $$;
create trigger tickets_update_picture_use after insert or delete on public.tickets
  for each row execute function interno.marcar_imagenes_de_ticket();
