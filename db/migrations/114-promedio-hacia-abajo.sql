-- The average was rounded to the nearest hundredth when it was stored: 4.995 became 5.00 with five stars, and 4.49505 became 4.50 and with it
-- the level 'experto'. It is now rounded down, as its stars are.
create or replace function interno.promedio_de_resenas(c interno.conteo_de_resenas) returns numeric
language sql immutable
return coalesce(trunc(
  (c.estrellas_1 + 2 * c.estrellas_2 + 3 * c.estrellas_3 + 4 * c.estrellas_4 + 5 * c.estrellas_5)::numeric
    / nullif(c.estrellas_1 + c.estrellas_2 + c.estrellas_3 + c.estrellas_4 + c.estrellas_5, 0), 2), 0);

-- Reviews that are being written end first, and later ones wait: with the old function they would store a rounded average that is not corrected.
lock table public.resenas in share row exclusive mode;
-- In the order of interno.sumar_resenas and interno.refrescar_directorio, which prevents deadlocks.
select count(*) from (
  select from public.maestros m
  where m.promedio_calificacion <> (
    select interno.promedio_de_resenas(c) from interno.conteo_de_resenas c where c.maestro_id = m.id)
  order by m.id for no key update of m
) corregidos;
-- Level and directory follow.
update public.maestros m set promedio_calificacion = interno.promedio_de_resenas(c)
from interno.conteo_de_resenas c
where c.maestro_id = m.id and m.promedio_calificacion <> interno.promedio_de_resenas(c);
