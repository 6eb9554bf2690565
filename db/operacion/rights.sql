grant execute on function interno.es_operador(uuid) to anon, authenticated, service_role;
