-- An export that was ended early does not count as the one of the day, so that a person who signed out everywhere after each could
-- make any number. p_maximo limits all exports within p_horas, also ended and failed ones. Decision 047.
-- The default is for servers of an earlier version, which call the function without it.
select interno.cambiar_en_funcion(
  'interno.pedir_exportacion(uuid, integer)', 'p_horas integer)', 'p_horas integer, p_maximo integer default 3)');
drop function interno.pedir_exportacion(uuid, integer);
select interno.cambiar_en_funcion(
  'interno.pedir_exportacion(uuid, integer, integer)',
  '  ) then
    return false;',
  '  ) or p_maximo <= (
    select count(*) from interno.exportaciones
    where cuenta_id = p_cuenta and pedida_en > now() - make_interval(hours => p_horas)
  ) then
    return false;');
