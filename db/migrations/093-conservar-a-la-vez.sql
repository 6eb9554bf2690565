-- Of two sign-ins at the same time that keep a closing account, the second finds the account kept. Before, it was refused as if the password
-- were wrong.
select interno.cambiar_en_funcion(
  'interno.conservar_cuenta(uuid)',
  '  if not found then
    return false;
  end if;
',
  '  if not found then
    return exists (select from public.profiles where id = p_cuenta and suspendido_en is null);
  end if;
');
