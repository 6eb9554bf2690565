-- Erasing an account whose owner closed it. The closing sets profiles.suspendido_en, and an erased author who was suspended
-- has hidden reviews; but this author was not suspended, so the reviews count and are shown again. Decisions 035 and 047.

select interno.cambiar_en_funcion(
  'interno.borrar_cuenta(uuid)',
  'suspendido_en = coalesce(suspendido_en, now())',
  'suspendido_en = case when interno.se_cierra(p_id) then now() else coalesce(suspendido_en, now()) end');
