-- What a maestro's own screens read and write: the days of the dashboard, the states of the verification, and the
-- replacement of all trades or all boroughs at once.

-- The 60 days of Mexico City's calendar that end with the given moment's day, each with its counters. The last 30 are the
-- window of the statistics, the first 30 the period that it is compared with. At most 60 rows are read, however many views
-- a maestro has.
create function interno.dias_del_panel(p_maestro uuid, p_momento timestamptz)
returns table (dia date, visitas integer, contactos integer)
language sql stable set search_path = ''
-- A plan that was made while the table was small is kept by its session: only the index is offered.
set enable_seqscan = off
as $$
  select d.dia, coalesce(c.visitas, 0), coalesce(c.contactos, 0)
  from (
    select interno.dia_de_la_ciudad(p_momento) - atras as dia from generate_series(0, 59) atras
  ) d
  left join interno.cifras_diarias c on c.maestro_id = p_maestro and c.dia = d.dia
    and c.dia > interno.dia_de_la_ciudad(p_momento) - 60 and c.dia <= interno.dia_de_la_ciudad(p_momento)
  order by d.dia
$$;

-- Replaces all trades (p_tipo 'oficios') or all boroughs ('alcaldias') of a maestro. The first name is the main one. False
-- when the account has no maestro. The triggers of the two tables refuse inactive names and too many, and derive the
-- directory.
create function interno.reemplazar_elecciones(p_maestro uuid, p_tipo text, p_nombres text[]) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_desconocido text;
begin
  -- Two replacements for one maestro run one after the other, so that the result is one of the two lists.
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  if p_tipo = 'oficios' then
    select n into v_desconocido from unnest(p_nombres) n
    where not exists (select from public.oficios_disponibles c where c.nombre = n) limit 1;
    if v_desconocido is not null then
      raise exception 'El oficio % ya no está disponible.', v_desconocido using errcode = 'PT422', detail = 'oficio';
    end if;
    delete from public.maestro_oficios where maestro_id = p_maestro;
    insert into public.maestro_oficios (maestro_id, oficio)
    select p_maestro, n.nombre from unnest(p_nombres) with ordinality n (nombre, lugar) order by n.lugar;
  else
    select n into v_desconocido from unnest(p_nombres) n
    where not exists (select from public.alcaldias_disponibles c where c.nombre = n) limit 1;
    if v_desconocido is not null then
      raise exception 'La alcaldía % ya no está disponible.', v_desconocido using errcode = 'PT422', detail = 'alcaldia';
    end if;
    delete from public.maestro_alcaldias where maestro_id = p_maestro;
    insert into public.maestro_alcaldias (maestro_id, alcaldia)
    select p_maestro, n.nombre from unnest(p_nombres) with ordinality n (nombre, lugar) order by n.lugar;
    update public.maestros set alcaldia = p_nombres[1]
    where id = p_maestro and alcaldia is distinct from p_nombres[1];
  end if;
  return true;
end $$;
