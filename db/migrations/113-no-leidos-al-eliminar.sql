-- Reading a blocked chat lowers the count of unread messages and leaves the mark (071). A message after the mark may therefore have been read,
-- during the block and after it. Its deletion was subtracted from the count of a later unread message, which then had no badge and no e-mail, and
-- was shown as read to its author. The unread messages are the last ones of the other person: the deleted one was among them if fewer
-- of these come after it than are counted. Decision 046.
select interno.cambiar_en_funcion('interno.eliminar_mensaje(uuid, uuid, integer)',
  'v public.mensajes;
begin',
  'v public.mensajes;
  v_posteriores integer;
begin');
select interno.cambiar_en_funcion('interno.eliminar_mensaje(uuid, uuid, integer)',
  '    -- A preview of the type text without content',
  '    select count(*) into v_posteriores from public.mensajes m
    where m.chat_id = v.chat_id and not m.bloqueado and m.secuencia > v.secuencia
      and m.autor_id = v.autor_id and m.eliminado_en is null;
    -- A preview of the type text without content');
select interno.cambiar_en_funcion('interno.eliminar_mensaje(uuid, uuid, integer)',
  'greatest(0, c.no_leidos_buscador
        - (v.autor_id = c.maestro_id and v.secuencia > c.leido_buscador_hasta)::integer)',
  'c.no_leidos_buscador
        - (v.autor_id = c.maestro_id and v_posteriores < c.no_leidos_buscador)::integer');
select interno.cambiar_en_funcion('interno.eliminar_mensaje(uuid, uuid, integer)',
  'greatest(0, c.no_leidos_maestro
        - (v.autor_id = c.buscador_id and v.secuencia > c.leido_maestro_hasta)::integer)',
  'c.no_leidos_maestro
        - (v.autor_id = c.buscador_id and v_posteriores < c.no_leidos_maestro)::integer');
