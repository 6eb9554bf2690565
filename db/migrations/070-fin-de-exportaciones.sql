-- The address of an export gives access to all data of a person, to everyone who has it, for a day. It ends with what ends the
-- access of others to the account: a new password, a sign-out everywhere, closing and suspension. Decision 047.

create function interno.terminar_exportaciones(p_cuenta uuid) returns void
language sql
set search_path = ''
as $$
  update interno.exportaciones set vence_en = now() where cuenta_id = p_cuenta and vence_en > now()
$$;

create function interno.terminar_exportaciones_de_cuenta() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform interno.terminar_exportaciones(new.id);
  return null;
end $$;

create trigger users_end_exports after update of encrypted_password on auth.users
for each row when (old.encrypted_password is distinct from new.encrypted_password)
execute function interno.terminar_exportaciones_de_cuenta();

create trigger profiles_end_exports after update of suspendido_en on public.profiles
for each row when (new.suspendido_en is not null and old.suspendido_en is null)
execute function interno.terminar_exportaciones_de_cuenta();

-- An export that was ended so does not count as the one of the day. Every other one ends later than a new one may be requested.
select interno.cambiar_en_funcion(
  'interno.pedir_exportacion(uuid, integer)',
  'and not interno.exportacion_fallida(e)',
  'and not interno.exportacion_fallida(e)
      and (e.vence_en is null or e.vence_en > now())');
