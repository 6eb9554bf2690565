-- The rows of a statement are counted by maestro and day, in the order of these keys, so that two statements cannot
-- deadlock.
create or replace function interno.contar_vistas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, d.cuantas, 0)
    from (select maestro_id, dia, count(*)::int as cuantas from nuevas group by 1, 2 order by 1, 2) d;
  elsif tg_op = 'DELETE' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, -d.cuantas, 0)
    from (select maestro_id, dia, count(*)::int as cuantas from viejas group by 1, 2 order by 1, 2) d;
  else
    perform interno.sumar_cifra(d.maestro_id, d.dia, d.cuantas, 0)
    from (
      select maestro_id, dia, sum(n)::int as cuantas
      from (select maestro_id, dia, 1 as n from nuevas union all select maestro_id, dia, -1 from viejas) c
      group by 1, 2 having sum(n) <> 0 order by 1, 2
    ) d;
  end if;
  return null;
end $$;

-- Deletes at most p_lote views that are older than p_dias, and answers their days. The daily figures keep counting them: a
-- setting turns the trigger off for the statement of this function. It is set inside the function, because only a superuser
-- may set a parameter of the product in the head of one.
create or replace function interno.olvidar_vistas(p_dias integer, p_lote integer) returns setof date
language plpgsql set search_path = ''
as $$
begin
  perform set_config('interno.conservar_cifras', 'si', true);
  return query
    delete from public.vistas_perfil v where v.ctid in (
      select a.ctid from public.vistas_perfil a where a.dia < interno.dia_de_la_ciudad(now()) - p_dias
      order by a.dia limit p_lote for update skip locked)
    returning v.dia;
  perform set_config('interno.conservar_cifras', '', true);
end $$;
