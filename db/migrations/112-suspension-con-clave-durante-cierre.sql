-- A suspension that the secret key writes into the profile of a closing account was undone by the next sign-in, which keeps the account. Its
-- end by the key listed the maestro and continued the chats of an account that is closed. Both are now noted in the closing, as by
-- interno.cambiar_suspension, and the profile keeps the time of the closing. Decision 047.
create function interno.suspender_durante_cierre() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Keeping the account deletes the closing before it changes the profile, so that it finds none here.
  update interno.cierres set suspendida = new.suspendido_en is not null where cuenta_id = new.id;
  if found then
    new.suspendido_en := old.suspendido_en;
  end if;
  return new;
end $$;

-- Fires before profiles_lock_chats, which then has nothing to lock. The closing itself changes a null, and the erasure sets eliminada_en.
create trigger profiles_keep_closing before update of suspendido_en on public.profiles
  for each row when (
    old.suspendido_en is not null and old.suspendido_en is distinct from new.suspendido_en and new.eliminada_en is null)
  execute function interno.suspender_durante_cierre();
