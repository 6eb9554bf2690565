import { inFile } from '../mutant.ts'

/** Decisions of operators, and the documents that they are about. */
export const sqlVerificationMutants = [
  ...inFile('db/migrations/051-verificar-lo-visto.sql', [
    {
      it: 'does not show a CURP of two accounts',
      text: 'where o.curp = m.curp and o.id <> m.id',
      by: 'where false',
      tests: ['functions/onboarding-submit'],
    },
    {
      it: 'decides for anyone',
      text: 'begin\n  perform interno.exigir_operador(p_operador);\n  if p_tipo is null',
      by: 'begin\n  if p_tipo is null',
      tests: ['accounts/verification'],
    },
    {
      it: 'decides about a datum that is missing',
      text: "raise exception 'The datum is missing' using errcode = 'PT422', detail = 'sin_dato';",
      by: 'null;',
      tests: ['accounts/verification'],
    },
    {
      it: 'decides about an erased maestro',
      text: 'where m.id = p_maestro and m.eliminada_en is null for no key update;',
      by: 'where m.id = p_maestro for no key update;',
      tests: ['db/constraints-and-triggers'],
    },
    {
      it: 'accepts any state',
      text: "raise exception 'Unknown state' using errcode = 'PT422', detail = 'estado';",
      by: 'null;',
      tests: ['accounts/verification'],
    },
    {
      it: 'does not record a decision',
      text: '  insert into interno.auditoria (operador_id, acto, sobre, detalle)',
      by: '  return true;\n  insert into interno.auditoria (operador_id, acto, sobre, detalle)',
      tests: ['accounts/verification'],
    },
    {
      it: 'decides the same twice',
      text: 'if (v_antes.estado, v_antes.motivo) is not distinct from (p_estado, v_motivo) then',
      by: 'if false then',
      tests: ['accounts/verification'],
    },
    {
      it: 'verifies without the document',
      text: "raise exception 'The document is not stored' using errcode = 'PT409', detail = 'sin_archivo';",
      by: 'null;',
      tests: ['accounts/verification'],
    },
    {
      it: 'leaves a rejection after a new document',
      text: "v.estado in ('en_revision', 'rechazado')",
      by: "v.estado = 'en_revision'",
      tests: ['accounts/verification'],
    },
    {
      it: 'leaves a review after a new document',
      text: "v.estado in ('en_revision', 'rechazado')",
      by: "v.estado = 'rechazado'",
      tests: ['accounts/verification'],
    },
    {
      it: 'ends a verification when the CURP is sent again',
      text: "and tipo = 'curp' and estado = 'rechazado';",
      by: "and tipo = 'curp';",
      tests: ['functions/own-profile'],
    },
    {
      it: 'shows the data of maestros to anyone',
      text: 'begin\n  perform interno.exigir_operador(p_operador);\n  select jsonb_build_object(',
      by: 'begin\n  select jsonb_build_object(',
      tests: ['operator/verifications'],
    },
  ]),
  ...inFile('db/migrations/077-verificaciones-con-documento.sql', [
    {
      it: 'counts data whose document is missing as waiting for operators',
      text: " and (t.tipo = 'curp' or o.id is not null)",
      by: '',
      tests: ['operator/verifications'],
    },
    {
      it: 'counts the time before the document was sent as waiting for operators',
      text: 'greatest(coalesce(v.espera_desde, c.completo_en), o.created_at)',
      by: 'coalesce(v.espera_desde, c.completo_en)',
      tests: ['operator/verifications'],
    },
  ]),
  ...inFile('db/migrations/083-decidir-lo-visto.sql', [
    {
      it: 'decides about data that changed after the operator looked',
      text: 'if v_decidido and not interno.puede_decidir(p_operador, p_maestro, p_tipo) then',
      by: 'if false then',
      tests: ['accounts/verification'],
    },
    {
      it: 'decides about what another operator has seen',
      text: 'where a.operador_id = p_operador and a.sobre',
      by: 'where a.sobre',
      tests: ['accounts/verification'],
    },
    {
      it: 'decides about what was seen at an earlier look',
      text: 'order by a.id desc limit 1',
      by: 'order by a.id limit 1',
      tests: ['accounts/verification'],
    },
    {
      it: 'decides without a look about a datum that the maestro has changed',
      text: " and v.estado = 'pendiente'",
      by: ' and false',
      tests: ['accounts/verification'],
    },
    {
      it: 'decides about a name that the operator has not seen',
      text: 'm.nombre, m.apellido, m.curp,',
      by: 'm.curp,',
      tests: ['accounts/verification'],
    },
    {
      it: 'decides about data that the operator has not seen',
      text: ' m.curp, m.domicilio,\n',
      by: '\n',
      tests: ['accounts/verification'],
    },
    {
      it: 'decides about another file with the same name',
      text: 'jsonb_build_array(d.tipo, o.id)',
      by: 'jsonb_build_array(d.tipo, o.name)',
      tests: ['accounts/verification'],
    },
    {
      it: 'does not record who looked at the data',
      text: "values (p_operador, ''consultar'', p_maestro, jsonb_build_object(''version'', v_visto -> ''version''));",
      by: "select p_operador, ''consultar'', p_maestro, ''{}'' where false;",
      tests: ['operator/verifications'],
    },
  ]),
  ...inFile('db/migrations/096-decisiones-de-otro-operador.sql', [
    {
      it: 'replaces the decision of an operator whom the other has not seen decide',
      text: "a.acto = ''consultar'' and a.id > (",
      by: "a.acto = ''consultar'' and 0 < (",
      tests: ['accounts/verification'],
    },
    {
      it: 'asks operators for a look before they replace their own decision',
      text: 'v_antes.decidido_por <> p_operador and not exists',
      by: 'not exists',
      tests: ['accounts/verification'],
    },
  ]),
]
