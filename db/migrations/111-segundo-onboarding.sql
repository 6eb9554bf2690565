-- A maestro whose profile is no longer complete, for example without its photo, submits the onboarding again. The row became complete while the
-- old choices were still there, so it locked the totals of the old pairs of the directory and then those of the new ones, and could end in a
-- deadlock with another maestro (migration 055). Now the old choices are deleted while the maestro is not in the directory.
select interno.cambiar_en_funcion(
  'interno.completar_onboarding(uuid, jsonb, text, integer)',
  '  perform from public.profiles where id = p_maestro for no key update;
',
  '  perform from public.profiles where id = p_maestro for no key update;
  -- A change that completes the profile at the same time is completed first.
  perform from public.maestros where id = p_maestro for no key update;
');
select interno.cambiar_en_funcion(
  'interno.completar_onboarding(uuid, jsonb, text, integer)',
  '  insert into public.maestros as m (',
  '  -- Before the profile is complete, so that this changes no total of the directory.
  delete from public.maestro_oficios where maestro_id = p_maestro;
  delete from public.maestro_alcaldias where maestro_id = p_maestro;
  insert into public.maestros as m (');
select interno.cambiar_en_funcion(
  'interno.completar_onboarding(uuid, jsonb, text, integer)',
  '  delete from public.maestro_oficios where maestro_id = p_maestro;
  insert into public.maestro_oficios',
  '  insert into public.maestro_oficios');
select interno.cambiar_en_funcion(
  'interno.completar_onboarding(uuid, jsonb, text, integer)',
  '  delete from public.maestro_alcaldias where maestro_id = p_maestro;
  insert into public.maestro_alcaldias',
  '  insert into public.maestro_alcaldias');
