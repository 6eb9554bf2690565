-- The profile of the seeker is locked before that of the maestro. Unlocking a contact, starting a chat and writing a review do that already. A
-- block, and the check that no account was erased, locked in the order of the ids: together with a change of the maestro's profile, a block
-- and an unlock of the same pair could end in a deadlock.
select interno.cambiar_en_funcion(
  'interno.cambiar_bloqueo(uuid, uuid, boolean)',
  'where id in (p_quien, p_a_quien) order by id for share;',
  'where id in (p_quien, p_a_quien) order by role = ''maestro'', id for share;');
select interno.cambiar_en_funcion(
  'interno.exigir_cuentas_vigentes()',
  'where id = any (v_personas) order by id for share;',
  'where id = any (v_personas) order by role = ''maestro'', id for share;');
