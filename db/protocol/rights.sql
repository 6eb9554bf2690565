grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.open_request(text, text)
  to anon, authenticated, service_role;
