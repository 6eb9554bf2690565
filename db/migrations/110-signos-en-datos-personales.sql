-- The erasure also masks values that begin or end with punctuation: an address with a final period, a name such as '(Chuy)' or 'Ma.'.
-- Before, the expression required a word to begin or end at the punctuation, so it matched nothing.

-- A text without the punctuation around it.
create function interno.sin_signos_alrededor(p_texto text) returns text
language sql immutable set search_path = ''
return regexp_replace(p_texto collate "es-x-icu", '^\W+|\W+$', '', 'g');

-- The punctuation around a value is found only where what remains is as short as many other words: 'Ma.' does not match 'ma'. A value that has
-- nothing but punctuation matches nothing.
create or replace function interno.patron_de_valor(p_valor text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_valor constant text := normalize(btrim(p_valor), NFKC);
  v_centro constant text := interno.sin_signos_alrededor(v_valor);
  v_patron text := translate(
    lower(case when char_length(v_centro) < 3 then v_valor else v_centro end collate "es-x-icu"),
    'áàäâéèëêíìïîóòöôúùüûñ', 'aaaaeeeeiiiioooouuuun');
begin
  if v_centro = '' then
    return null;
  end if;
  v_patron := regexp_replace(v_patron, '([.^$*+?(){}|\[\]\\])', '\\\1', 'g');
  v_patron := replace(replace(replace(v_patron, 'a', '[aáàäâ]'), 'e', '[eéèëê]'), 'i', '[iíìïî]');
  v_patron := replace(replace(replace(v_patron, 'o', '[oóòöô]'), 'u', '[uúùüû]'), 'n', '[nñ]');
  return '(?<!\w)' || regexp_replace(v_patron, '\s+', '\\s+', 'g') || '(?!\w)';
end $$;

-- The short words of a name are recognized with punctuation around them too.
create or replace function interno.patron_de_datos_personales(p_user uuid) returns text
language sql stable set search_path = ''
return (
  select string_agg(distinct interno.patron_de_valor(v.valor), '|') || '|' from (
    select unnest(array[p.nombre, p.apellido, p.display_name, m.nombre, m.apellido, u.email, m.curp, m.domicilio]) as valor
    from public.profiles p
    left join public.maestros m on m.id = p.id
    left join auth.users u on u.id = p.id
    where p.id = p_user
    union all
    select palabra
    from public.profiles p
    left join public.maestros m on m.id = p.id
    cross join regexp_split_to_table(concat_ws(' ', p.nombre, p.apellido, p.display_name, m.nombre, m.apellido), '\s+') palabra
    where p.id = p_user and char_length(palabra) >= 3
      and lower(interno.sin_signos_alrededor(palabra)) not in ('de', 'del', 'el', 'la', 'las', 'los')
  ) v
  where btrim(v.valor) <> ''
);
