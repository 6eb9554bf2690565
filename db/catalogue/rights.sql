grant select on public.alcaldias_disponibles, public.oficios_disponibles to anon, authenticated;

grant all on public.alcaldias_disponibles, public.oficios_disponibles to service_role;

create policy "Active boroughs are readable by everyone" on public.alcaldias_disponibles
  for select to anon, authenticated using (activo);

create policy "Active trades are readable by everyone" on public.oficios_disponibles
  for select to anon, authenticated using (activo);
