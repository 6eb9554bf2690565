-- A refused picture is named, so that the onboarding can show the refusal at that picture and drop it. Decision 040.
create function interno.rechazo_de_imagen(p_paso text) returns text
language sql immutable
return case p_paso
    when 'selfie' then 'La foto de perfil'
    when 'ine' then 'El documento de identidad'
    when 'ine_reverso' then 'El reverso de la INE'
    else 'El comprobante de domicilio'
  end || ' debe ser una imagen que hayas subido aquí.';

select interno.cambiar_en_funcion(
  'interno.exigir_documento_propio()',
  $$raise exception 'La imagen debe ser una que hayas subido aquí.'$$,
  $$raise exception '%', interno.rechazo_de_imagen(new.tipo)$$);
select interno.cambiar_en_funcion(
  'interno.exigir_imagen_de_borrador()',
  $$raise exception 'La imagen debe ser una que hayas subido aquí.'$$,
  $$raise exception '%', interno.rechazo_de_imagen(new.paso)$$);
