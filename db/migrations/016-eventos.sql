-- Events: who did what to whom, and when. Triggers write them in the transaction that causes them. The kinds are those of
-- packages/dominio/src/eventos.ts. Ids have no foreign keys: an event stays when its account is erased, and then contains
-- nothing about the person.

create table interno.eventos (
  id bigint generated always as identity primary key,
  tipo text not null
    constraint eventos_tipo_check
    check (tipo in ('cuenta_creada', 'perfil_completado', 'chat_iniciado', 'contacto_accedido')),
  quien uuid not null,
  sobre uuid,
  datos jsonb not null default '{}' check (jsonb_typeof(datos) = 'object' and pg_column_size(datos) <= 1000),
  ocurrido_en timestamptz not null default now()
);
create index eventos_by_person on interno.eventos (quien, id);
create index eventos_by_kind on interno.eventos (tipo, id);
alter table interno.eventos enable row level security;

create function interno.rechazar_cambio_de_eventos() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Events are only appended' using errcode = '23001';
end $$;
create trigger eventos_refuse_changes before update or delete or truncate on interno.eventos
  for each statement execute function interno.rechazar_cambio_de_eventos();

create function interno.anotar_cuentas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, datos)
  select 'cuenta_creada', id, jsonb_build_object('role', role) from nuevas;
  return null;
end $$;
create trigger profiles_record_event after insert on public.profiles
  referencing new table as nuevas for each statement execute function interno.anotar_cuentas();

create function interno.anotar_perfil_completado() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien) values ('perfil_completado', new.id);
  return null;
end $$;
create trigger maestros_record_event_on_insert after insert on public.maestros
  for each row when (new.perfil_completo) execute function interno.anotar_perfil_completado();
create trigger maestros_record_event_on_update after update on public.maestros
  for each row when (new.perfil_completo and not old.perfil_completo)
  execute function interno.anotar_perfil_completado();

create function interno.anotar_chats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'chat_iniciado', buscador_id, maestro_id, jsonb_build_object('chat_id', id) from nuevos;
  return null;
end $$;
create trigger chats_record_event after insert on public.chats
  referencing new table as nuevos for each statement execute function interno.anotar_chats();

create function interno.anotar_accesos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'contacto_accedido', buscador_id, maestro_id, jsonb_build_object('motivo', motivo) from nuevos;
  return null;
end $$;
create trigger accesos_contacto_record_event after insert on public.accesos_contacto
  referencing new table as nuevos for each statement execute function interno.anotar_accesos();
