-- Only a superuser may set a parameter of the product in the head of a function, so that a dump of the database could be restored only by
-- one. Databases that were migrated with an earlier text of 053 have such a function.
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
