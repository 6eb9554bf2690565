-- Of the jobs that are due, those of the lower number run first. A process runs four jobs at a time, and a mail server that answers slowly
-- occupies all of them: without an order, a person who signs up waits behind all e-mails about searches and unread messages.
create function interno.prioridad_de_trabajo(p_nombre text) returns integer
language sql immutable
return case
  -- A person waits for the link, or must be kept out at once.
  when p_nombre in ('send-one-time-mail', 'announce-suspension', 'announce-review') then -10
  -- A push service is any address that a browser names, and may take long to answer.
  when p_nombre in ('send-push', 'send-push-summary', 'send-search-push') then 5
  -- Many at a time, or long; nobody notices some minutes.
  when p_nombre in ('send-search-alert', 'send-unread-mail', 'export-data', 'erase-account') then 10
  else 0
end;

select interno.cambiar_en_funcion(
  'interno.encolar(text, jsonb, integer, timestamptz)',
  'max_attempts => p_intentos)',
  'max_attempts => p_intentos,
    priority => interno.prioridad_de_trabajo(p_nombre))');
select interno.cambiar_en_funcion(
  'interno.encolar_con_clave(text, jsonb, text, timestamptz, integer)',
  'max_attempts => p_intentos,',
  'max_attempts => p_intentos, priority => interno.prioridad_de_trabajo(p_nombre),');
