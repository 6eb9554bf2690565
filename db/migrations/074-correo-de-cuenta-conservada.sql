-- Keeping an account that its owner was closing queues an e-mail: a recovery link keeps it too, and whoever opened the link may
-- not be the owner. Decision 047.
select interno.cambiar_en_funcion(
  'interno.conservar_cuenta(uuid)',
  'insert into interno.eventos (tipo, quien) values (''cierre_deshecho'', p_cuenta);',
  'insert into interno.eventos (tipo, quien) values (''cierre_deshecho'', p_cuenta);
  perform interno.encolar(''send-kept-mail'', jsonb_build_object(''userId'', p_cuenta));');
