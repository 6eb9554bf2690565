-- Of two operators who remove the same photo of a review at the same time, the second finds that it is gone, and no second act is recorded.
-- The photo is read again after the lock of the author's profile.
select interno.cambiar_en_funcion(
  'interno.retirar_foto(uuid, text, text)',
  '  select r.* into v from interno.fotos_de_resena f join public.resenas r on r.id = f.resena_id
  join public.profiles p on p.id = r.buscador_id
  where f.objeto = v_objeto for no key update of p;
',
  '  perform from interno.fotos_de_resena f join public.resenas r on r.id = f.resena_id
  join public.profiles p on p.id = r.buscador_id
  where f.objeto = v_objeto for no key update of p;
  select r.* into v from interno.fotos_de_resena f join public.resenas r on r.id = f.resena_id where f.objeto = v_objeto;
');
