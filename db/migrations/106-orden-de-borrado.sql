-- An erasure at the same time as another act of the same person could end in a deadlock.

-- An act that holds the lock of the profile and then writes a row that refers to the account (a search alert, a step of the onboarding, a
-- closing) needs a lock of the account that FOR UPDATE refuses. The erasure therefore takes the weaker lock until it has the profile.
select interno.cambiar_en_funcion(
  'interno.borrar_cuenta(uuid)',
  '  -- An upload or a sign-in that has begun is completed first, and one that begins later fails: both refer to this row.
  perform from auth.users where id = p_id for update;
',
  '  -- Acts that hold the profile and then refer to the account are completed first, so this lock does not refuse them.
  perform from auth.users where id = p_id for no key update;
');
select interno.cambiar_en_funcion(
  'interno.borrar_cuenta(uuid)',
  '  if not found then
    return;
  end if;
  perform from public.chats',
  '  if not found then
    return;
  end if;
  -- An upload or a sign-in that has begun is completed first, and one that begins later fails: both refer to this row.
  perform from auth.users where id = p_id for update;
  perform from public.chats');

-- A ticket locked its pictures and then the profile of its author, in the opposite order.
select interno.cambiar_en_funcion(
  'interno.enviar_ticket(uuid, jsonb, integer, integer)',
  '  -- Locked, so that no picture is removed before the ticket marks it as shown.
',
  '  -- The profile before the files, as in interno.borrar_cuenta.
  perform from public.profiles where id = p_usuario for share;
  -- Locked, so that no picture is removed before the ticket marks it as shown.
');
