-- What our own functions ask of a person before they act as the owner: a session that lives, an account that is
-- not suspended and, where one is needed, the role. Raised, so that a statement sent with it in one transaction
-- never runs when it fails.
create function interno.exigir_persona(p_session uuid, p_user uuid, p_role text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_role text;
  v_suspendido timestamptz;
begin
  select p.role, p.suspendido_en into v_role, v_suspendido
  from public.profiles p
  where p.id = p_user and auth.session_lives(p_session, p_user);
  if not found then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
  if v_suspendido is not null then
    raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
  end if;
  if p_role is not null and v_role is distinct from p_role then
    raise exception 'Another role is needed' using errcode = 'PT403', detail = p_role;
  end if;
end $$;
