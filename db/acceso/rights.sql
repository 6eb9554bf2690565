grant execute on function auth.session_lives(uuid, uuid) to anon, authenticated, service_role;
