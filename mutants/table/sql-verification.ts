import { inFile } from '../mutant.ts'

/** Decisions of operators, and the documents that they are about. */
export const sqlVerificationMutants = [
  ...inFile('db/migrations/051-verificar-lo-visto.sql', [
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
      it: 'decides about a datum that changed after its review',
      text: "if v_decidido and v_antes.estado = 'pendiente' then",
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
    {
      it: 'does not record who looked at the data',
      text: "insert into interno.auditoria (operador_id, acto, sobre) values (p_operador, 'consultar', p_maestro);",
      by: '',
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
]
