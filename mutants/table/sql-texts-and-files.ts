import { inFile } from '../mutant.ts'

/** Public texts, stored files and onboarding in the database. */
export const sqlTextsAndFilesMutants = [
  ...inFile('db/cuenta/functions.sql', [
    {
      it: 'accepts contact data in public texts',
      text: 'and interno.parece_contacto(v_nueva ->> v_columna) then',
      by: 'and false then',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'accepts phone numbers in public texts',
      text: 'or exists (\n      select from regexp_matches(v_plano,',
      by: 'or false and exists (\n      select from regexp_matches(v_plano,',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'accepts links in public texts',
      text: "or v_plano ~* 'https?\\s?:\\s?/|www\\s?\\.\\s?[a-z0-9]'",
      by: '',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'accepts accounts in public texts',
      text: "return v_plano ~* '@[a-z_][a-z0-9_.-]{2}'\n    or",
      by: 'return false or',
      tests: ['seguridad/public-texts'],
    },
  ]),
  ...inFile('db/cuenta/triggers.sql', [
    {
      it: 'does not check the names of profiles',
      text: '  before insert or update of nombre, apellido, display_name on public.profiles',
      by: '  before update of nombre, apellido, display_name on public.profiles',
      tests: ['seguridad/public-texts'],
    },
  ]),
  ...inFile('db/protocol/storage.sql', [
    {
      it: 'lets a row mark the pictures of others',
      text: 'and name like any (p_of)',
      by: '',
      tests: ['protocol/storage/pictures/shown-pictures'],
    },
    {
      it: 'lets a row mark objects of every bucket',
      text: 'where bucket_id = p_bucket and name = any (p_names)',
      by: 'where name = any (p_names)',
      tests: ['protocol/storage/pictures/shown-pictures'],
    },
    {
      it: 'shows pictures that are not sent yet',
      text: "return o.unused_since is null or coalesce(o.owner = p_user, false) or o.name like 'profile-photos/%';",
      by: 'return true;',
      tests: ['protocol/storage/pictures/unsent-pictures'],
    },
    {
      it: 'reads objects that the path does not allow',
      text: "return storage.is_visible(p_user, o) and storage.allows('read', p_user, o.bucket_id, o.name);",
      by: 'return storage.is_visible(p_user, o);',
      tests: ['matrix/objects'],
    },
    {
      it: 'lets a person remove the objects of another',
      text: "return o.owner = p_user and storage.allows('upload', p_user, o.bucket_id, o.name)\n  and case",
      by: "return storage.allows('upload', p_user, o.bucket_id, o.name)\n  and case",
      tests: ['protocol/storage/folders'],
    },
    {
      it: 'lets a person remove an identity document',
      text: "when o.name like 'ine\\_%' then false",
      by: '',
      tests: ['protocol/storage/folders'],
    },
    {
      it: 'lets a person remove a picture that is shown',
      text: 'else o.unused_since is not null\n  end;',
      by: 'else true\n  end;',
      tests: ['protocol/storage/unused'],
    },
    {
      it: 'names another picture than the refused one',
      text: "when 'ine_reverso' then 'El reverso de la INE'",
      by: "when 'ine_reverso' then 'El comprobante de domicilio'",
      tests: ['onboarding/onboarding-draft', 'onboarding/onboarding-submit'],
    },
    {
      it: 'lets everyone use the folders of tickets',
      text: "else '/[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}$' end))[1];\n    return coalesce(v_whose::uuid = p_user, false);",
      by: "else '/[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}$' end))[1];\n    return v_whose is not null;",
      tests: ['matrix/objects'],
    },
    {
      it: 'lets everyone use the documents of maestros',
      text: "return coalesce(v_whose::uuid = p_user, false)\n    and exists (select from public.profiles p where p.id = p_user and p.role = 'maestro');",
      by: "return v_whose is not null\n    and exists (select from public.profiles p where p.id = p_user and p.role = 'maestro');",
      tests: ['matrix/objects'],
    },
    {
      it: 'lets a seeker upload documents',
      text: "\n    and exists (select from public.profiles p where p.id = p_user and p.role = 'maestro');",
      by: ';',
      tests: ['matrix/objects'],
    },
    {
      it: 'lets everyone read every object',
      text: "(p_name like 'profile-photos/%' and interno.foto_de_perfil_visible(p_name))",
      by: '(true)',
      tests: ['matrix/objects'],
    },
  ]),
  ...inFile('db/protocol/tables.sql', [
    {
      it: 'accepts names with parent directories',
      text: "check (name !~ '(^|/)\\.{0,2}(/|$)' and char_length(name) between 1 and 500)",
      by: 'check (char_length(name) between 1 and 500)',
      tests: ['platform/db/constraints-and-triggers'],
    },
  ]),
  ...inFile('db/onboarding/functions.sql', [
    {
      it: 'replaces the choices of a profile that becomes complete at the same time',
      text: '  perform from public.maestros where id = p_maestro for no key update;\n',
      by: '',
      tests: ['platform/db/locks'],
      titles: 'second onboarding',
    },
    {
      it: 'takes pictures of others in a draft',
      text: 'if v_imagen is not null\n    and interno.imagen_propia',
      by: 'if false\n    and interno.imagen_propia',
      tests: ['onboarding/onboarding-draft', 'protocol/storage/pictures/onboarding-pictures'],
    },
    {
      it: 'releases a picture that the profile shows',
      text: 'and interno.direccion_de_objeto(v_antes) in (m.foto_perfil_url, m.ine_url))',
      by: 'and false)',
      tests: ['onboarding/onboarding-submit'],
    },
    {
      it: 'overwrites what another device has saved',
      text: 'where b.version = excluded.version - 1 or b.valor = excluded.valor;',
      by: ';',
      tests: ['onboarding/onboarding-draft'],
    },
    {
      it: 'welcomes an account twice',
      text: '  if found then\n    perform interno.encolar(p_trabajo',
      by: '  if true then\n    perform interno.encolar(p_trabajo',
      tests: ['onboarding/onboarding-submit'],
    },
    {
      it: 'overwrites a profile that is complete',
      text: 'if exists (select from public.maestros where id = p_maestro and perfil_completo) then\n    return;',
      by: 'if false then\n    return;',
      tests: ['onboarding/onboarding-submit'],
    },
  ]),
  ...inFile('db/maestro/pictures.sql', [
    {
      it: 'takes optional documents of others',
      text: 'if interno.imagen_propia(new.maestro_id, interno.prefijo_de_imagen(new.tipo, new.maestro_id), new.objeto) is null then',
      by: 'if false then',
      tests: ['onboarding/onboarding-submit'],
    },
    {
      it: 'leaves a verification when its document is replaced',
      text: "ine_verificado = ine_verificado and new.tipo <> 'ine_reverso',",
      by: '',
      tests: ['verificacion/verification'],
    },
    {
      it: 'takes the pictures of another person',
      text: 'and o.owner = p_maestro and starts_with',
      by: 'and starts_with',
      tests: ['verificacion/documents'],
    },
    {
      it: 'takes any object of the maestro',
      text: ' and starts_with(o.name, p_prefijo)',
      by: '',
      tests: ['verificacion/documents'],
    },
    {
      it: 'does not lock the object that a profile takes',
      text: 'for no key update;\n  return case when found',
      by: ';\n  return case when found',
      tests: ['verificacion/documents'],
    },
    {
      it: 'shows photos of other sites',
      text: "return case when starts_with(p_foto, '/storage/v1/object/public/chat-media/profile-photos/') then p_foto end;",
      by: 'return p_foto;',
      tests: ['verificacion/documents'],
    },
    {
      it: 'marks every picture of a profile',
      text: "array['ine\\_' || v_id || '\\_%', 'profile-photos/' || v_id || '/%']",
      by: "array['%']",
      tests: ['protocol/storage/pictures/shown-pictures'],
    },
  ]),
]
