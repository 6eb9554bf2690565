grant select on public.tickets to authenticated;

grant all on public.tickets to service_role;

create policy "Tickets are readable by their author" on public.tickets
  for select to authenticated using (usuario_id = (select auth.uid()));
