grant usage on schema public, auth, interno to anon, authenticated, service_role;
