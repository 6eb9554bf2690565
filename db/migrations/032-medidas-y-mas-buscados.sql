-- The size of a chat picture with its message, and the trades that are searched most in each borough. Decision 039.

-- Sizes of pictures -----------------------------------------------------------------------------------------------------

-- In pixels. Null for other messages, and for pictures whose size was not stored.
alter table public.mensajes
  add column ancho integer check (ancho > 0),
  add column alto integer check (alto > 0),
  add constraint mensajes_sizes_are_of_pictures
    check (num_nonnulls(ancho, alto) in (0, 2) and (ancho is null or tipo = 'imagen'));

create function interno.medir_imagen() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select o.width, o.height into new.ancho, new.alto
  from storage.objects o
  where o.bucket_id = 'chat-media' and o.name = new.contenido;
  return new;
end $$;
-- A text does not call the function.
create trigger mensajes_carry_the_size_of_their_picture before insert on public.mensajes
  for each row when (new.tipo = 'imagen') execute function interno.medir_imagen();

update public.mensajes m set ancho = o.width, alto = o.height
from storage.objects o
where m.tipo = 'imagen' and o.bucket_id = 'chat-media' and o.name = m.contenido
  and o.width is not null and o.height is not null;

-- Searches by borough, trade and day --------------------------------------------------------------------------------------

-- Counts only: nothing says who searched. Names of the catalogues, as interno.directorio has them.
create table interno.busquedas_diarias (
  alcaldia text collate "es-x-icu" not null
    references public.alcaldias_disponibles (nombre) on update cascade on delete cascade,
  dia date not null,
  oficio text collate "es-x-icu" not null
    references public.oficios_disponibles (nombre) on update cascade on delete cascade,
  total integer not null check (total > 0),
  primary key (alcaldia, dia, oficio)
);
alter table interno.busquedas_diarias enable row level security;

-- Adds counts that a process has collected: [{alcaldia, oficio, total}]. The rows are written in the order of their keys,
-- so that two processes never wait for each other in a circle. Days outside the window are deleted.
create function interno.sumar_busquedas(p_busquedas jsonb) returns void
language sql set search_path = ''
begin atomic
  delete from interno.busquedas_diarias b
  where b.dia <= interno.dia_de_la_ciudad(now()) - 30
    and b.alcaldia in (select e.alcaldia from jsonb_to_recordset(p_busquedas) as e (alcaldia text));
  insert into interno.busquedas_diarias as b (alcaldia, dia, oficio, total)
  select a.nombre, interno.dia_de_la_ciudad(now()), o.nombre, sum(e.total)
  from jsonb_to_recordset(p_busquedas) as e (alcaldia text, oficio text, total integer)
  join public.alcaldias_disponibles a on a.nombre = e.alcaldia
  join public.oficios_disponibles o on o.nombre = e.oficio
  where e.total > 0
  group by a.nombre, o.nombre
  order by a.nombre, o.nombre
  on conflict (alcaldia, dia, oficio) do update set total = b.total + excluded.total;
end;

-- The active trades with most searches in a borough today and in the 29 days before.
create function interno.oficios_mas_buscados(p_alcaldia text, p_cuantos integer) returns text[]
language sql stable set search_path = ''
return array(
  select b.oficio
  from interno.busquedas_diarias b
  join public.oficios_disponibles o on o.nombre = b.oficio and o.activo
  where b.alcaldia = p_alcaldia and b.dia > interno.dia_de_la_ciudad(now()) - 30
  group by b.oficio
  order by sum(b.total) desc, b.oficio
  limit p_cuantos
);
