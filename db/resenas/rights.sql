grant select on public.resenas to authenticated;

grant all on public.resenas to service_role;

create policy "Reviews are readable by their author and their maestro" on public.resenas
  for select to authenticated using (buscador_id = (select auth.uid()) or (maestro_id = (select auth.uid()) and not oculta));

grant execute on function interno.nivel_de_reputacion(boolean, integer, numeric) to authenticated, service_role;
