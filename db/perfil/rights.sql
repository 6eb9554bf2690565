grant select on public.vistas_perfil, public.maestro_stats to authenticated;

grant all on public.vistas_perfil, public.maestro_stats to service_role;

create policy "Profile views are readable by the seeker who made them" on public.vistas_perfil
  for select to authenticated using (buscador_id = (select auth.uid()));
