-- The edit of a review, and the answer to one, wait for an erasure of their author and are refused after it. Before, a text that was written
-- while the erasure ran kept the name of the erased person, because the erasure had masked the reviews already.
select interno.cambiar_en_funcion(
  'interno.guardar_resena(uuid, uuid, integer, text, boolean, text[], integer)',
  '  perform from public.profiles where id = p_buscador for no key update;
',
  '  perform from public.profiles where id = p_buscador and eliminada_en is null for no key update;
  if not found then
    raise exception ''The session does not live'' using errcode = ''PT401'';
  end if;
');
select interno.cambiar_en_funcion(
  'interno.responder_resena(uuid, uuid, text)',
  'begin
',
  'begin
  -- The profile before the review, as interno.borrar_cuenta does.
  perform from public.profiles where id = p_maestro and eliminada_en is null for share;
  if not found then
    raise exception ''The session does not live'' using errcode = ''PT401'';
  end if;
');
