import { inFile } from '../mutant.ts'

const DB = 'db/migrations'

/** Accounts, sessions and operators in the database. */
export const sqlAccountsMutants = [
  ...inFile(`${DB}/001-roles.sql`, [
    {
      it: 'lets everyone execute new functions',
      text: 'alter default privileges revoke execute on functions from public;',
      by: '',
      tests: ['db/schema'],
    },
    {
      it: 'lets everyone use the schema public',
      text: 'revoke all on schema public from public;',
      by: 'grant all on schema public to public;',
      tests: ['db/schema'],
    },
  ]),
  ...inFile(`${DB}/002-cuentas.sql`, [
    {
      it: 'does not make e-mail addresses unique',
      text: 'create unique index users_email_key on auth.users (email);',
      by: 'create index users_email_key on auth.users (email);',
      tests: ['auth/accounts'],
    },
  ]),
  ...inFile(`${DB}/004-perfiles.sql`, [
    {
      it: 'lets an erased account be named by new rows',
      text: "raise exception 'The account was erased' using errcode = 'PT410';",
      by: 'null;',
      tests: ['db/constraints-and-triggers'],
    },
    {
      it: 'does not lock the account that a new row names',
      text: 'perform from public.profiles where id = any (v_personas) order by id for share;',
      by: '',
      tests: ['accounts/erasure'],
    },
    {
      it: 'lets a session run of a person with another role',
      text: "raise exception 'Another role is needed' using errcode = 'PT403', detail = p_role;",
      by: 'null;',
      tests: ['access-matrix/calls'],
    },
    {
      it: 'lets a suspended person act',
      text: "when 'cuenta_suspendida' then\n      raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';",
      by: "when 'cuenta_suspendida' then null;",
      tests: ['functions/profile-views'],
    },
    {
      it: 'lets an ended session act',
      text: "raise exception 'The session does not live' using errcode = 'PT401';",
      by: 'null;',
      tests: ['functions/profile-views'],
    },
    {
      it: 'keeps the personal data of erased profiles',
      text: 'check (eliminada_en is null or num_nonnulls(nombre, apellido, display_name, fecha_aceptacion) = 0)',
      by: 'check (true)',
      tests: ['db/constraints-and-triggers'],
    },
  ]),
  ...inFile(`${DB}/033-verificacion-y-suspension.sql`, [
    {
      it: 'takes the terms as accepted',
      text: "coalesce(meta -> 'terminos_aceptados' = 'true'::jsonb, false)",
      by: "coalesce(meta -> 'terminos_aceptados' = 'true'::jsonb, true)",
      tests: ['db/constraints-and-triggers'],
    },
    {
      it: 'lets a sign-up make an operator',
      text: "raise exception 'A sign-up cannot make an operator' using errcode = '23514';",
      by: 'null;',
      tests: ['db/audit'],
    },
    {
      it: 'opens a session for an operator',
      text: "raise exception 'Operators sign in with a second factor' using errcode = 'PT403', detail = 'operador';",
      by: 'null;',
      tests: ['db/audit'],
    },
    {
      it: 'lets the audit be changed',
      text: "raise exception 'The audit is only appended' using errcode = '23001';",
      by: 'return null;',
      tests: ['db/audit'],
    },
    {
      it: 'lets a replication session change the audit',
      text: 'alter table interno.auditoria enable always trigger auditoria_is_only_appended;',
      by: '',
      tests: ['db/audit'],
    },
    {
      it: 'acts for anyone',
      text: "where id = p_operador and role = 'operador' and suspendido_en is null;",
      by: 'where id = p_operador and suspendido_en is null;',
      tests: ['accounts/verification'],
    },
    {
      it: 'acts for a suspended operator',
      text: "where id = p_operador and role = 'operador' and suspendido_en is null;",
      by: "where id = p_operador and role = 'operador';",
      tests: ['accounts/verification'],
    },
    {
      it: 'acts without a reason',
      text: 'if p_motivo is null or char_length(btrim(p_motivo)) not between 10 and 500 then',
      by: 'if p_motivo is null then',
      tests: ['accounts/verification', 'accounts/suspension'],
    },
    {
      it: 'makes two first operators at the same time',
      text: "perform pg_advisory_xact_lock(hashtext('interno.crear_operador'));",
      by: '',
      tests: ['db/constraints-and-triggers'],
    },
    {
      it: 'does not record a new operator',
      text: "insert into interno.auditoria (operador_id, acto, sobre) values (coalesce(p_por, v_id), 'crear_operador', v_id);",
      by: '',
      tests: ['operator/commands'],
    },
    {
      it: 'leaves a decision after the datum has changed',
      text: "and (d.cambiado or (v.estado = 'verificado' and not d.verificado));",
      by: 'and false;',
      tests: ['accounts/verification'],
    },
    {
      it: 'removes documents before the time',
      text: 'where v.maestro_id = any (v_maestros) and v.decidido_en < now() - make_interval(days => p_dias)',
      by: 'where v.maestro_id = any (v_maestros)',
      tests: ['db/constraints-and-triggers'],
    },
    {
      it: 'removes the documents of others',
      text: 'where o.owner = v.maestro_id and o.bucket_id',
      by: 'where o.bucket_id',
      tests: ['db/constraints-and-triggers'],
    },
    {
      it: 'removes every file of a maestro',
      text: 'and interno.es_documento_de(v.tipo, v.maestro_id, o.name)',
      by: '',
      tests: ['db/constraints-and-triggers'],
    },
    {
      it: 'leaves the sessions of a suspended account',
      text: '-- Also when the account is restored: a sign-in that ran at the time of the suspension may have left a session.\n  delete from auth.sessions where user_id = new.id;',
      by: '',
      tests: ['db/constraints-and-triggers'],
    },
    {
      it: 'does not pause the chats of a suspended account',
      text: 'update public.chats c set pausado_en = now()\n    where new.id in',
      by: 'update public.chats c set pausado_en = null\n    where new.id in',
      tests: ['accounts/suspension'],
    },
    {
      it: 'resumes a chat whose other person is suspended',
      text: 'and p.suspendido_en is not null and p.eliminada_en is null);\n  end if;',
      by: 'and false);\n  end if;',
      tests: ['accounts/suspension'],
    },
    {
      it: 'answers the requests of a suspended account',
      text: "raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';",
      by: 'null;',
      tests: ['accounts/suspension'],
    },
    {
      it: 'answers the requests of an ended session',
      text: "raise exception 'Session from session_id claim in JWT does not exist'\n        using errcode = 'PT401', detail = 'session_not_found';",
      by: 'null;',
      tests: ['rest/errors'],
    },
    {
      it: 'takes any role from a caller',
      text: "raise exception 'Unknown role' using errcode = 'PT401';",
      by: 'null;',
      tests: ['db/constraints-and-triggers'],
    },
    {
      it: 'sets no flag after a decision',
      text: 'create trigger verificaciones_set_their_flag after insert or update of estado on interno.verificaciones',
      by: 'create trigger verificaciones_set_their_flag after delete on interno.verificaciones',
      tests: ['accounts/verification'],
    },
  ]),
  ...inFile(`${DB}/038-mis-datos.sql`, [
    {
      it: 'takes a session of another person for an own one',
      text: 'where id = p_session and user_id = p_user)',
      by: 'where id = p_session)',
      tests: ['rest/errors'],
    },
    {
      it: 'lets an operator suspend itself',
      text: "raise exception 'Operators cannot suspend themselves' using errcode = 'PT422', detail = 'propia';",
      by: 'null;',
      tests: ['accounts/suspension'],
    },
    {
      it: 'suspends for anyone',
      text: 'perform interno.exigir_operador(p_operador);\n  if p_operador = p_persona then',
      by: 'if p_operador = p_persona then',
      tests: ['db/constraints-and-triggers'],
    },
    {
      it: 'lets a suspended person act',
      text: 'when p.suspendido_en is not null and p.eliminada_en is null\n        then case',
      by: 'when false\n        then case',
      tests: ['functions/profile-views'],
    },
    {
      it: 'lets a person act without a session',
      text: "when s.id is null then 'sin_sesion'",
      by: '',
      tests: ['functions/profile-views'],
    },
    {
      it: 'lets a person act with the session of another',
      text: 'on s.id = p_session and s.user_id = p.id',
      by: 'on s.id = p_session',
      tests: ['db/constraints-and-triggers'],
    },
    {
      it: 'lets every role act',
      text: "when p_role is not null and p.role is distinct from p_role then 'otro_rol'",
      by: '',
      tests: ['functions/profile-views'],
    },
  ]),
  ...inFile('db/migrations/085-equipo-sin-operadores.sql', [
    {
      it: 'makes a second first operator',
      text: "where role = ''operador'' and suspendido_en is null)",
      by: 'where false)',
      tests: ['operator/commands'],
    },
    {
      it: 'makes no operator when all are suspended',
      text: "where role = ''operador'' and suspendido_en is null)",
      by: "where role = ''operador'')",
      tests: ['operator/commands'],
    },
  ]),
  ...inFile('db/migrations/112-suspension-con-clave-durante-cierre.sql', [
    {
      it: 'keeps an account that the secret key has suspended during its closing',
      text: 'set suspendida = new.suspendido_en is not null',
      by: 'set suspendida = suspendida',
      tests: ['accounts/suspension-by-key'],
    },
    {
      it: 'opens a closed account whose suspension the secret key ends',
      text: 'new.suspendido_en := old.suspendido_en;',
      by: 'null;',
      tests: ['accounts/suspension-by-key'],
    },
    {
      it: 'takes a closing for a suspension',
      text: 'old.suspendido_en is not null and old',
      by: 'old',
      tests: ['own-data/closing'],
    },
    {
      it: 'takes the erasure of a closed account for a suspension',
      text: ' and new.eliminada_en is null',
      by: '',
      tests: ['own-data/closing'],
    },
  ]),
  ...inFile('db/migrations/086-exportaciones-fallidas.sql', [
    {
      it: 'does not say that the job of an export has failed',
      text: 'or not exists (',
      by: 'or false and not exists (',
      tests: ['own-data/export'],
      titles: 'failed for good',
    },
    {
      it: 'says that an export has failed while its last attempt runs',
      text: ' or j.locked_at is not null',
      by: '',
      tests: ['own-data/export'],
      titles: 'failed for good',
    },
  ]),
]
