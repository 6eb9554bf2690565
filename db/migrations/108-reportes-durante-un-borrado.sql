-- A report waits for an erasure of one of the two accounts, and is refused after it. Before, a report that was written while the erasure ran kept
-- copies of messages with the personal data of the erased person, because the erasure had masked the reports already. The profiles are locked
-- in the order of interno.cambiar_bloqueo.
select interno.cambiar_en_funcion(
  'interno.reportar(uuid, uuid, jsonb, integer)',
  'begin
  if not interno.puede_senalar',
  'begin
  -- An erasure or suspension that has begun is completed first.
  perform from public.profiles where id in (p_quien, p_a_quien) order by role = ''maestro'', id for share;
  perform interno.exigir_cuenta_activa(p_quien);
  if not interno.puede_senalar');
