-- What a complete profile has, its maestro can change and not take back.

-- Also blanks that btrim leaves: tabs, line ends, no-break and invisible characters.
create function interno.en_blanco(p_texto text) returns boolean
language sql immutable
return coalesce(p_texto ~ '^[\s\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]*$', true);

-- The rule of onboarding for a reference: packages/dominio/src/formularios/onboarding.ts. Editing stores any text, so a reference is
-- shown to seekers only when it keeps the rule.
create function interno.referencia_valida(p_nombre text, p_trabajo text, p_numero text) returns boolean
language sql immutable
return not interno.en_blanco(p_nombre) and not interno.en_blanco(p_trabajo)
  and coalesce(p_numero ~ '^[0-9]{8,12}$', false);

-- Whether the row has everything that onboarding requires.
create or replace function interno.esta_completo(m public.maestros) returns boolean
language sql stable security definer set search_path = ''
return num_nulls(m.telefono, m.descripcion, m.foto_perfil_url, m.ine_url, m.curp, m.domicilio) = 0
  and interno.referencia_valida(
    m.referencia1_nombre_cliente, m.referencia1_descripcion_trabajo, m.referencia1_numero_referencia)
  and interno.referencia_valida(
    m.referencia2_nombre_cliente, m.referencia2_descripcion_trabajo, m.referencia2_numero_referencia)
  and exists (select from public.maestro_oficios where maestro_id = m.id)
  and exists (select from public.maestro_alcaldias where maestro_id = m.id);
drop function interno.telefono_de_referencia_valido(text);
grant execute on function interno.en_blanco(text) to authenticated, service_role;

-- A complete profile stays complete while references are edited, which may be emptied, and while trades and boroughs are deleted and
-- inserted again. Without any other datum it is not complete.
select interno.cambiar_en_funcion(
  'interno.antes_de_guardar_maestro()',
  '-- A seeker who unlocks the contact must get a phone.
  new.perfil_completo := interno.esta_completo(new)
    or (tg_op = ''UPDATE'' and old.perfil_completo and new.foto_perfil_url is not null and new.ine_url is not null
      and new.telefono is not null);',
  '-- Editing may empty references, trades and boroughs of a complete profile, and no other datum.
  new.perfil_completo := interno.esta_completo(new)
    or (tg_op = ''UPDATE'' and old.perfil_completo and num_nulls(
      new.telefono, new.descripcion, new.foto_perfil_url, new.ine_url, new.curp, new.domicilio) = 0);');
update public.maestros set actualizado_en = now()
where perfil_completo and num_nulls(descripcion, curp, domicilio) > 0;

-- Refuses that a maestro empties what onboarding has asked for. Operators with the secret key and the erasure of an account can.
-- The arguments are pairs of a column and the sentence of its refusal, which packages/dominio/src/textos/publicos.ts has too.
create function interno.exigir_ficha_completa() returns trigger
language plpgsql set search_path = '' as $$
declare
  v_fila constant jsonb := to_jsonb(new);
begin
  if current_user not in ('anon', 'authenticated') or tg_op = 'UPDATE' and not old.perfil_completo then
    return new;
  end if;
  -- The row that an upsert would insert has only the columns that it names: a missing one is no empty one. Both names, which are the
  -- first, are needed in any row.
  for i in 0 .. tg_nargs - 2 by 2 loop
    if interno.en_blanco(v_fila ->> tg_argv[i]) and (tg_op = 'UPDATE' or i < 4 or v_fila ->> tg_argv[i] is not null) then
      raise exception '%', tg_argv[i + 1] using errcode = 'PT422', detail = tg_argv[i];
    end if;
  end loop;
  if tg_op = 'INSERT' then
    return new;
  end if;
  if old.terminos_aceptados and not new.terminos_aceptados or old.fecha_aceptacion is not null and new.fecha_aceptacion is null then
    raise exception 'Ya aceptaste los términos y no se pueden retirar. Si quieres dejar de usar tu cuenta, ciérrala en «Mis datos».'
      using errcode = 'PT422', detail = 'terminos_aceptados';
  end if;
  return new;
end $$;
-- Fires after maestros_derive_columns, which makes blank texts null.
create trigger maestros_keep_required_data before insert or update on public.maestros
  for each row execute function interno.exigir_ficha_completa(
    'nombre', 'Tu nombre no puede quedar vacío.',
    'apellido', 'Tu apellido no puede quedar vacío.',
    'telefono', 'Tu teléfono no puede quedar vacío.',
    'descripcion', 'Tu descripción no puede quedar vacía.',
    'foto_perfil_url', 'Tu foto de perfil no se puede quitar. Puedes cambiarla por otra.',
    'ine_url', 'Tu INE no se puede quitar. Puedes enviar otra foto.',
    'curp', 'Tu CURP no puede quedar vacía.',
    'domicilio', 'Tu domicilio no puede quedar vacío.');
