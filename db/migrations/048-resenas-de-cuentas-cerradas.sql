-- Erasing an account whose owner closed it. The closing sets profiles.suspendido_en, and an erased author who was suspended
-- has hidden reviews; but this author was not suspended, so the reviews count and are shown again. Decisions 035 and 047.

-- Changes a part of a function that other migrations may replace too.
create function interno.cambiar_en_funcion(p_funcion regprocedure, p_antes text, p_despues text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_texto constant text := pg_get_functiondef(p_funcion);
begin
  if strpos(v_texto, p_antes) = 0 then
    raise exception 'the function % does not contain: %', p_funcion, p_antes;
  end if;
  execute replace(v_texto, p_antes, p_despues);
end $$;

select interno.cambiar_en_funcion(
  'interno.borrar_cuenta(uuid)',
  'suspendido_en = coalesce(suspendido_en, now())',
  'suspendido_en = case when interno.se_cierra(p_id) then now() else coalesce(suspendido_en, now()) end');
