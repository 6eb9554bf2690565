import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** What operators read and do in their console, and what both ways to it share. */
export const operatorsMutants = [
  ...inFile(`${SRC}/subjects/operacion/as-operator.ts`, [
    {
      it: 'runs the work of an operator without the check of the session',
      text: "await requirePerson(sql, caller, 'operador')",
      by: '',
      tests: ['operacion/callers'],
    },
    {
      it: 'keeps what a refused act of an operator has done before',
      text: 'services.db.sql.begin(async (sql) => {',
      by: 'Promise.resolve(services.db.sql).then(async (sql) => {',
      tests: ['operacion/verifications'],
    },
    {
      it: 'answers a refused act of an operator as a fault',
      text: 'throw refusalOf(error, { ...textos.rechazos, ...sentences }) ?? error',
      by: 'throw error',
      tests: ['operacion/tickets'],
    },
    {
      it: 'answers with the general sentence where a function has its own',
      text: '{ ...textos.rechazos, ...sentences }',
      by: '{ ...textos.rechazos }',
      tests: ['operacion/reports'],
    },
    {
      it: 'answers for a help request of an erased account that it does not exist',
      text: "detail === 'ticket_sin_cuenta' ? 'CONFLICT' : known[1]",
      by: 'known[1]',
      tests: ['operacion/tickets'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/present.ts`, [
    {
      it: 'says that another page follows the last one',
      text: 'read.length > rows.length ? rows.at(-1) : undefined',
      by: 'rows.at(-1)',
      tests: ['operacion/reports'],
    },
    {
      it: 'has more rows than a page',
      text: 'read.slice(0, PAGE_ROWS)',
      by: 'read.slice(0, PAGE_ROWS + 1)',
      tests: ['operacion/reports'],
    },
  ]),
  ...inFile(`${SRC}/protocol/functions/cursor.ts`, [
    {
      it: 'takes any text for the id of a row',
      text: 'readCursor(name, cursor, ROW_ID)[0]',
      by: "Buffer.from(cursor, 'base64url').toString()",
      tests: ['operacion/audit'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/functions/operacion-auditoria.ts`, [
    {
      it: 'shows the audit to every operator',
      text: "await requireLevel(sql, context.caller.userId, 'responsable')",
      by: '',
      tests: ['operacion/audit'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/functions/operacion-suspender.ts`, [
    {
      it: 'lets every operator suspend accounts, or looks at the texts before the level',
      text: "await requireLevel(sql, operator, 'responsable')",
      by: '',
      tests: ['operacion/accounts'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/functions/operacion-cuentas.ts`, [
    {
      it: 'shows the acts about an account to every operator',
      text: "nivel === 'responsable'",
      by: 'true',
      tests: ['operacion/accounts'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/functions/operacion-decidir.ts`, [
    {
      it: 'counts a datum twice that is named twice',
      text: '[...new Set(datos)]',
      by: 'datos',
      tests: ['operacion/verifications'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/operators.ts`, [
    {
      it: 'gives an operator without a level the higher one',
      text: "coalesce(o.nivel, 'revisor')",
      by: "coalesce(o.nivel, 'responsable')",
      tests: ['operacion/callers'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/verifications.ts`, [
    {
      it: 'takes verifications back when several data are put in review',
      text: "estado === 'en_revision' && datos.length > 1",
      by: 'false',
      tests: ['operacion/verifications'],
    },
    {
      it: 'does not put a decided datum in review that is named alone',
      text: ' && datos.length > 1',
      by: '',
      tests: ['operacion/verifications'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/tickets.ts`, [
    {
      it: 'lists resolved help requests among the open ones',
      text: "(open ? sql`t.estado <> 'resuelto'` : sql`true`)",
      by: 'sql`true`',
      tests: ['operacion/tickets'],
    },
    {
      it: 'leaves open help requests of the same moment out of the next page',
      text: '(t.creado_en > ${time} or t.id > ${after.id}::uuid)',
      by: 't.creado_en > ${time}',
      tests: ['operacion/tickets'],
    },
    {
      it: 'leaves help requests of the same moment out of the next page',
      text: '(t.creado_en < ${time} or t.id > ${after.id}::uuid)',
      by: 't.creado_en < ${time}',
      tests: ['operacion/tickets'],
    },
    {
      it: 'reads all open help requests before a page',
      text: 't.creado_en >= ${time} and',
      by: '',
      tests: ['operacion/tickets'],
    },
    {
      it: 'reads all newer help requests before a page',
      text: 't.creado_en <= ${time} and',
      by: '',
      tests: ['operacion/tickets'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/reports.ts`, [
    {
      it: 'lists closed reports among the open ones',
      text: 'open ? sql`r.cerrado_en is null` : sql`true`',
      by: 'sql`true`',
      tests: ['operacion/reports'],
    },
    {
      it: 'lists reports about everybody',
      text: 'about === undefined ? sql`true` : sql`r.reportado_id = ${about}`',
      by: 'sql`true`',
      tests: ['operacion/commands/account'],
    },
    {
      it: 'repeats the last open report on the next page',
      text: 'r.id > ${after}::bigint',
      by: 'r.id >= ${after}::bigint',
      tests: ['operacion/reports'],
    },
    {
      it: 'repeats the last report on the next page',
      text: 'r.id < ${after}::bigint',
      by: 'r.id <= ${after}::bigint',
      tests: ['operacion/reports'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/audit.ts`, [
    {
      it: 'repeats the last act on the next page',
      text: 'a.id < ${before}::bigint',
      by: 'a.id <= ${before}::bigint',
      tests: ['operacion/audit'],
    },
    {
      it: 'leaves out the acts by an account',
      text: " union ${of('operador_id', person)}",
      by: '',
      tests: ['operacion/audit'],
    },
    {
      it: 'leaves out the acts about an account',
      text: "${of('sobre', person)} union ",
      by: '',
      tests: ['operacion/audit'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/accounts.ts`, [
    {
      it: 'takes a part of a telephone number for one',
      text: " && text.replace(/\\D/g, '').length >= PHONE_DIGITS",
      by: '',
      tests: ['operacion/commands/commands'],
    },
    {
      it: 'shows the acts about an account with the look that is recorded now',
      text: 'await auditRows(sql, { person: id, limit: AUDIT_ROWS })',
      by: '(await sql`select interno.consultar_cuenta(${operator}, ${id})`, await auditRows(sql, { person: id, limit: AUDIT_ROWS }))',
      tests: ['operacion/accounts'],
    },
  ]),
]
