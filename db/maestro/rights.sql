grant select on public.maestros, public.maestro_oficios, public.maestro_alcaldias to authenticated;

grant insert (
  id, nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
  referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
  referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia,
  terminos_aceptados, fecha_aceptacion, perfil_completo, reputacion_nivel
), update (
  id, nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
  referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
  referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia,
  terminos_aceptados, fecha_aceptacion, perfil_completo, reputacion_nivel
) on public.maestros to authenticated;

grant all on public.maestros, public.maestro_oficios, public.maestro_alcaldias to service_role;

grant insert (en_paginas_publicas), update (en_paginas_publicas) on public.maestros to authenticated;

create policy "Maestros are readable by themselves" on public.maestros
  for select to authenticated using (id = (select auth.uid()));

create policy "Maestros write their own row" on public.maestros
  for insert to authenticated
  with check (id = (select auth.uid()) and interno.rol_de((select auth.uid())) = 'maestro');

create policy "Maestros change their own row" on public.maestros
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

grant insert (maestro_id, oficio), delete on public.maestro_oficios to authenticated;

create policy "Trades are readable by their maestro" on public.maestro_oficios
  for select to authenticated using (maestro_id = (select auth.uid()));

create policy "Maestros choose their trades" on public.maestro_oficios
  for insert to authenticated with check (maestro_id = (select auth.uid()));

create policy "Maestros drop their trades" on public.maestro_oficios
  for delete to authenticated using (maestro_id = (select auth.uid()));

grant insert (maestro_id, alcaldia), delete on public.maestro_alcaldias to authenticated;

create policy "Boroughs are readable by their maestro" on public.maestro_alcaldias
  for select to authenticated using (maestro_id = (select auth.uid()));

create policy "Maestros choose their boroughs" on public.maestro_alcaldias
  for insert to authenticated with check (maestro_id = (select auth.uid()));

create policy "Maestros drop their boroughs" on public.maestro_alcaldias
  for delete to authenticated using (maestro_id = (select auth.uid()));

grant select on public.maestro_documentos to authenticated;

grant all on public.maestro_documentos to service_role;

create policy "Documents are readable by their maestro" on public.maestro_documentos
  for select to authenticated using (maestro_id = (select auth.uid()));

grant insert (maestro_id, visitas_ultimos_30_dias, contactos_ultimos_30_dias),
  update (maestro_id, visitas_ultimos_30_dias, contactos_ultimos_30_dias)
  on public.maestro_stats to authenticated;

create policy "Figures are readable by their maestro" on public.maestro_stats
  for select to authenticated using (maestro_id = (select auth.uid()));

create policy "Maestros start their own figures" on public.maestro_stats
  for insert to authenticated with check (maestro_id = (select auth.uid()));

create policy "Maestros refresh their own figures" on public.maestro_stats
  for update to authenticated
  using (maestro_id = (select auth.uid())) with check (maestro_id = (select auth.uid()));

grant execute on function
  interno.en_blanco(text), interno.esta_completo(public.maestros), interno.antes_de_guardar_maestro()
  to authenticated, service_role;
grant execute on function public.update_maestro_stats() to authenticated, service_role;
