grant select on public.preferencias_avisos to authenticated;

-- user_id is updatable because an upsert of the official client names it. The policy refuses any other value.
grant insert (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas,
    push_mensajes, push_contacto, push_con_texto),
  update (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas,
    push_mensajes, push_contacto, push_con_texto)
  on public.preferencias_avisos to authenticated;

grant all on public.preferencias_avisos to service_role;

grant insert (push_busquedas), update (push_busquedas) on public.preferencias_avisos to authenticated;

create policy "Choices of notices are readable by their owner" on public.preferencias_avisos
  for select to authenticated using (user_id = (select auth.uid()));

create policy "People make their own choices of notices" on public.preferencias_avisos
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own choices of notices" on public.preferencias_avisos
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
