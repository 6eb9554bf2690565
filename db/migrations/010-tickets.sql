-- Help requests. Written by our function alone; operators read them with the secret key.

create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.profiles on delete cascade,
  nombre text not null check (char_length(btrim(nombre)) between 2 and 200),
  correo text not null check (char_length(correo) between 3 and 255),
  mensaje text not null check (char_length(btrim(mensaje)) between 10 and 5000),
  imagenes_url text[] not null default '{}'
    check (cardinality(imagenes_url) <= 4 and array_position(imagenes_url, null) is null),
  creado_en timestamptz not null default now()
);
create index tickets_of_a_user on public.tickets (usuario_id, creado_en desc);

grant select on public.tickets to authenticated;
grant all on public.tickets to service_role;

alter table public.tickets enable row level security;
create policy "Tickets are readable by their author" on public.tickets
  for select to authenticated using (usuario_id = (select auth.uid()));
