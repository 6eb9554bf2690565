import { inFile } from '../mutant.ts'

/** Decisions of operators, and the documents that they are about. */
export const sqlVerificationMutants = [
  ...inFile('db/verificacion/decisions.sql', [
    {
      it: 'does not show a CURP of two accounts',
      text: 'where o.curp = m.curp and o.id <> m.id',
      by: 'where false',
      tests: ['onboarding/onboarding-submit'],
    },
    {
      it: 'shows the data of maestros to anyone',
      text: 'begin\n  perform interno.exigir_operador(p_operador);\n  select jsonb_build_object(',
      by: 'begin\n  select jsonb_build_object(',
      tests: ['operacion/commands/verifications'],
    },
    {
      it: 'counts data whose document is missing as waiting for operators',
      text: " and (t.tipo = 'curp' or o.id is not null)",
      by: '',
      tests: ['operacion/commands/verifications'],
    },
    {
      it: 'counts the time before the document was sent as waiting for operators',
      text: 'greatest(coalesce(v.espera_desde, c.completo_en), o.created_at)',
      by: 'coalesce(v.espera_desde, c.completo_en)',
      tests: ['operacion/commands/verifications'],
    },
    {
      it: 'decides about what another operator has seen',
      text: '      where a.operador_id = p_operador and a.sobre',
      by: '      where a.sobre',
      tests: ['verificacion/verification'],
    },
    {
      it: 'decides about what was seen at an earlier look',
      text: 'order by a.id desc limit 1',
      by: 'order by a.id limit 1',
      tests: ['verificacion/verification'],
    },
    {
      it: 'decides without a look about a datum that the maestro has changed',
      text: " and v.estado = 'pendiente'",
      by: ' and false',
      tests: ['verificacion/verification'],
    },
    {
      it: 'does not record who looked at the data',
      text: "values (p_operador, 'consultar', p_maestro, jsonb_build_object('version', v_visto -> 'version'));",
      by: "select p_operador, 'consultar', p_maestro, '{}' where false;",
      tests: ['operacion/commands/verifications'],
    },
    {
      it: 'decides for anyone',
      text: 'begin\n  perform interno.exigir_operador(p_operador);\n  if p_tipo is null',
      by: 'begin\n  if p_tipo is null',
      tests: ['verificacion/verification'],
    },
    {
      it: 'decides about a datum that is missing',
      text: "raise exception 'The datum is missing' using errcode = 'PT422', detail = 'sin_dato';",
      by: 'null;',
      tests: ['verificacion/verification'],
    },
    {
      it: 'decides about an erased maestro',
      text: 'where m.id = p_maestro and m.eliminada_en is null for no key update;',
      by: 'where m.id = p_maestro for no key update;',
      tests: ['platform/db/constraints-and-triggers'],
    },
    {
      it: 'accepts any state',
      text: "raise exception 'Unknown state' using errcode = 'PT422', detail = 'estado';",
      by: 'null;',
      tests: ['verificacion/verification'],
    },
    {
      it: 'does not record a decision',
      text: '    decidido_por = excluded.decidido_por, decidido_en = excluded.decidido_en;\n  insert into interno.auditoria (operador_id, acto, sobre, detalle)',
      by: '    decidido_por = excluded.decidido_por, decidido_en = excluded.decidido_en;\n  return true;\n  insert into interno.auditoria (operador_id, acto, sobre, detalle)',
      tests: ['verificacion/verification'],
    },
    {
      it: 'decides the same twice',
      text: 'if (v_antes.estado, v_antes.motivo, v_antes.corrige_con) is not distinct from (p_estado, v_motivo, v_corrige) then',
      by: 'if false then',
      tests: ['verificacion/verification'],
    },
    {
      it: 'verifies the INE without its photo',
      text: "p_estado = 'verificado' and p_tipo <> 'curp' and not exists",
      by: "p_estado = 'verificado' and p_tipo = 'domicilio' and not exists",
      tests: ['verificacion/verification'],
    },
    {
      it: 'verifies the address without its proof',
      text: "p_estado = 'verificado' and p_tipo <> 'curp' and not exists",
      by: "p_estado = 'verificado' and p_tipo = 'ine' and not exists",
      tests: ['verificacion/verification'],
    },
    {
      it: 'ends a rejection with the change of another datum',
      text: "when 'rechazado' then v.corrige_con && v_enviados",
      by: "when 'rechazado' then interno.correcciones_de(v.tipo) && v_enviados",
      tests: ['verificacion/verification'],
    },
    {
      it: 'ends a rejection when the photo that it asks for is removed',
      text: "when 'rechazado' then v.corrige_con && v_enviados",
      by: "when 'rechazado' then v.corrige_con && v_cambios",
      tests: ['verificacion/verification'],
    },
    {
      it: 'leaves a rejection after what it asks for was sent',
      text: "when 'rechazado' then v.corrige_con && v_enviados",
      by: "when 'rechazado' then false",
      tests: ['verificacion/verification'],
    },
    {
      it: 'leaves a review after a new name or photo',
      text: "when 'en_revision' then interno.correcciones_de(v.tipo) && v_cambios",
      by: "when 'en_revision' then false",
      tests: ['verificacion/verification'],
    },
    {
      it: 'keeps the reason of a rejection in an erased account',
      text: "new.eliminada_en is not null and v.estado <> 'pendiente'",
      by: 'false',
      tests: ['verificacion/verification'],
    },
    {
      it: 'ends a verification when the CURP is sent again',
      text: "and tipo = 'curp' and estado = 'rechazado';",
      by: "and tipo = 'curp';",
      tests: ['maestro/own-profile'],
    },
    {
      it: 'decides about data that changed after the operator looked',
      text: 'if v_decidido and not interno.puede_decidir(p_operador, p_maestro, p_tipo) then',
      by: 'if false then',
      tests: ['verificacion/verification'],
    },
    {
      it: 'replaces the decision of an operator whom the other has not seen decide',
      text: "a.acto = 'consultar' and a.id > (",
      by: "a.acto = 'consultar' and 0 < (",
      tests: ['verificacion/verification'],
    },
    {
      it: 'asks operators for a look before they replace their own decision',
      text: 'v_antes.decidido_por <> p_operador and not exists',
      by: 'not exists',
      tests: ['verificacion/verification'],
    },
    {
      it: 'counts a changed datum from the sign-up on',
      text: 'new.espera_desde := now();',
      by: '',
      tests: ['operacion/operator-mails'],
    },
    {
      it: 'keeps failed e-mails about a verification of an erased person',
      text: ", 'userId', p_maestro));",
      by: '));',
      tests: ['cuenta/erasure-leaves-no-data'],
    },
  ]),
  ...inFile('db/cuenta/functions.sql', [
    {
      it: 'decides about a name that the operator has not seen',
      text: 'm.nombre, m.apellido, m.curp,',
      by: 'm.curp,',
      tests: ['verificacion/verification'],
    },
    {
      it: 'decides about data that the operator has not seen',
      text: ' m.curp, m.domicilio,\n',
      by: '\n',
      tests: ['verificacion/verification'],
    },
    {
      it: 'decides about another file with the same name',
      text: 'jsonb_build_array(d.tipo, o.id)',
      by: 'jsonb_build_array(d.tipo, o.name)',
      tests: ['verificacion/verification'],
    },
  ]),
  ...inFile('db/verificacion/documents.sql', [
    {
      it: 'leaves a rejection after a new document',
      text: "when 'rechazado' then v_enviado = any (v.corrige_con)",
      by: "when 'rechazado' then false",
      tests: ['verificacion/verification'],
    },
    {
      it: 'leaves a review after a new document',
      text: "when 'en_revision' then v_enviado = any (interno.correcciones_de(v.tipo))",
      by: "when 'en_revision' then false",
      tests: ['verificacion/verification'],
    },
  ]),
  ...inFile('db/maestro/functions.sql', [
    {
      it: 'completes a profile without an identity document',
      text: 'm.foto_perfil_url, m.ine_url, m.curp',
      by: 'm.foto_perfil_url, m.curp',
      tests: ['platform/db/constraints-and-triggers'],
    },
    {
      it: 'keeps a profile complete that an operator has emptied',
      text: "'UPDATE' and old.perfil_completo and num_nulls(\n      new.telefono, new.descripcion,",
      by: "'UPDATE' and old.perfil_completo and num_nulls(\n      new.telefono,",
      tests: ['perfil/required-data'],
    },
    {
      it: 'lets maestros empty what onboarding has asked for',
      text: 'if interno.en_blanco(v_fila ->> tg_argv[i])',
      by: 'if false',
      tests: ['perfil/required-data'],
    },
    {
      it: 'lets maestros take back the terms',
      text: 'if old.terminos_aceptados and not new.terminos_aceptados',
      by: 'if false',
      tests: ['perfil/required-data'],
    },
  ]),
]
