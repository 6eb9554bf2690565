grant select on public.accesos_contacto to authenticated;

grant all on public.accesos_contacto to service_role;

create policy "Contact accesses are readable by the seeker and the maestro" on public.accesos_contacto
  for select to authenticated using ((select auth.uid()) in (buscador_id, maestro_id));

grant execute on function interno.ve_contacto(uuid) to authenticated, service_role;
