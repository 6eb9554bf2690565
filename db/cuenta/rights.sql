grant select (id, nombre, apellido, display_name, role, terminos_aceptados, fecha_aceptacion)
  on public.profiles to authenticated;

grant all on public.profiles to service_role;

create policy "Profiles are readable by their owner" on public.profiles
  for select to authenticated using (id = (select auth.uid()));

create policy "A seeker's profile is readable by the maestros of their chats" on public.profiles
  for select to authenticated using (
    role = 'buscador'
    and id = any (array(select c.buscador_id from public.chats c where c.maestro_id = (select auth.uid())))
  );

grant execute on function interno.rol_de(uuid) to authenticated, service_role;
grant execute on function interno.esta_suspendido(uuid) to anon, authenticated, service_role;
