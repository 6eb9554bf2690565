-- A push service is any address that a browser names, and may take long to answer. A process runs four jobs at a time: when all of them
-- wait for push services, the next free one is for another job, for example an e-mail with a recovery link. Jobs with a key are push
-- notifications only. Of two jobs that are due, the one with the smaller priority runs first; 0 is that of all others.
select interno.cambiar_en_funcion(
  'interno.encolar_con_clave(text, jsonb, text, timestamptz, integer)',
  'max_attempts => p_intentos,',
  'max_attempts => p_intentos, priority => 10,');
