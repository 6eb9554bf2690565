-- Texts that other people read without a chat: names, descriptions, references, reviews. They contain no contact data.
-- The code checks them first, with finer rules (packages/dominio/src/textos-publicos.ts); the database refuses what the
-- code did not check. The triggers of maestros and resenas are with their tables.

-- A simple rule, the same as pareceContacto of packages/dominio/src/textos-publicos.ts: eight digits with blanks, dots or
-- dashes between them, an account or a domain after an @, the beginning of a link. Years, dates and the number of a
-- professional licence are accepted. Only the beginning of the text is read, because longer texts are refused by length.
create function interno.parece_contacto(p_texto text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  v_signos constant text := '[ .()\u2010-\u2015-]';
  v_ano constant text := '(?:19|20)[0-9]{2}';
  v_plano constant text := regexp_replace(
    regexp_replace(normalize(left(btrim(p_texto), 2000), NFKC), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
    'c[eé]dula(?: profesional)?[^0-9]{0,15}[0-9]{7,8}(?![0-9])', '', 'gi');
begin
  return v_plano ~* '@[a-z_][a-z0-9_.-]{2}'
    or v_plano ~* 'https?\s?:\s?/|www\s?\.\s?[a-z0-9]'
    or exists (
      select from regexp_matches(v_plano, '[0-9](?:' || v_signos || '{0,3}[0-9]){7,}', 'g') r (cifras)
      where r.cifras[1] !~ ('^(?:' || v_ano || '(?:' || v_signos || '{1,3}' || v_ano || ')+'
        || '|' || v_ano || '-[01]?[0-9]-[0-3]?[0-9]'
        || '|[0-3]?[0-9][.-][01]?[0-9][.-]' || v_ano || ')$'));
end $$;

-- Arguments: columns, each followed by its name in Spanish. The list is also in packages/dominio/src/textos-publicos.ts;
-- a test compares the two.
create function interno.exigir_textos_sin_contacto() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_nueva constant jsonb := to_jsonb(new);
  v_vieja constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  v_columna text;
begin
  for i in 0 .. tg_nargs - 2 by 2 loop
    v_columna := tg_argv[i];
    -- Only changed texts are checked.
    if v_nueva ->> v_columna is distinct from v_vieja ->> v_columna
      and interno.parece_contacto(v_nueva ->> v_columna) then
      raise exception '% no puede llevar teléfonos, correos, enlaces ni redes.', tg_argv[i + 1]
        using errcode = 'PT422', detail = v_columna;
    end if;
  end loop;
  return new;
end $$;

create trigger profiles_refuse_contact_data
  before insert or update of nombre, apellido, display_name on public.profiles
  for each row execute function interno.exigir_textos_sin_contacto(
    'nombre', 'El nombre', 'apellido', 'El apellido', 'display_name', 'El nombre');
