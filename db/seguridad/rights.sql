grant select on public.bloqueos to authenticated;

grant all on public.bloqueos to service_role;

create policy "Blocks are readable by the person who made them" on public.bloqueos
  for select to authenticated using (bloqueador_id = (select auth.uid()));
