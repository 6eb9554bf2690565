-- 'Identidad verificada' says that the person of the photo is the one of the INE, so a new photo needs a new check. A photo that
-- an operator removes counts as changed too.

select interno.cambiar_en_funcion(
  'interno.antes_de_guardar_maestro()',
  '-- A changed datum is no longer verified. The identity document contains the name, so a new name needs a new check.
    new.ine_verificado := new.ine_verificado
      and (new.ine_url, new.nombre, new.apellido) is not distinct from (old.ine_url, old.nombre, old.apellido);',
  '-- A changed datum is no longer verified. The identity document has the name and the face, so a new name or photo needs a
    -- new check.
    new.ine_verificado := new.ine_verificado
      and (new.ine_url, new.nombre, new.apellido, new.foto_perfil_url)
        is not distinct from (old.ine_url, old.nombre, old.apellido, old.foto_perfil_url);');

select interno.cambiar_en_funcion(
  'interno.anotar_verificaciones()',
  '(new.ine_url, new.nombre, new.apellido) is distinct from (old.ine_url, old.nombre, old.apellido)),',
  '(new.ine_url, new.nombre, new.apellido, new.foto_perfil_url)
          is distinct from (old.ine_url, old.nombre, old.apellido, old.foto_perfil_url)),');

drop trigger maestros_record_changed_data on public.maestros;
create trigger maestros_record_changed_data after update on public.maestros
  for each row
  when (
    (old.ine_url, old.nombre, old.apellido, old.foto_perfil_url, old.curp, old.domicilio,
      old.ine_verificado, old.curp_verificado, old.domicilio_verificado)
    is distinct from
    (new.ine_url, new.nombre, new.apellido, new.foto_perfil_url, new.curp, new.domicilio,
      new.ine_verificado, new.curp_verificado, new.domicilio_verificado))
  execute function interno.anotar_verificaciones();
