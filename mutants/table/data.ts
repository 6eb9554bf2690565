import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** The data surface. */
export const dataMutants = [
  ...inFile(`${SRC}/protocol/rest/handle.ts`, [
    {
      it: 'parses the body of a caller who may not write',
      text: 'if (!table.writers.includes(`${caller.role}:${kind}`)) throw noRight(table.name, caller)',
      by: '',
      tests: ['protocol/rest/input-bounds'],
    },
    {
      it: 'does not check public texts',
      text: 'checkPublicTexts(table.name, payload, query.columns)',
      by: '',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'reads any content type',
      text: 'checkContentType(request)\n  if (!table.writers',
      by: 'if (!table.writers',
      tests: ['protocol/rest/errors'],
    },
    {
      it: 'lets a GET call a function that writes',
      text: "const access = isPost ? 'read write' : 'read only'",
      by: "const access = 'read write'",
      tests: ['protocol/rest/writes'],
    },
    {
      it: 'publishes a call that was rolled back',
      text: "values.kind === 'json' && preferences.tx !== 'rollback'",
      by: "values.kind === 'json'",
      tests: ['protocol/functions/redundant-checks'],
    },
  ]),
  ...inFile(`${SRC}/platform/db/session.ts`, [
    {
      it: 'runs statements as the owner',
      text: 'return runAfterCheck(db.callers, access, open, statement, {',
      by: 'return runAfterCheck(db.sql, access, (sql) => sql`select ${caller.role}::text, ${open.length}::int`, statement, {',
      tests: ['matrix/side-channels'],
    },
    {
      it: 'writes in a transaction that only reads',
      text: "access === 'read only' ? sql`begin read only` : sql`begin`",
      by: 'sql`begin`',
      tests: ['protocol/rest/writes'],
    },
    {
      it: 'commits what the caller wants to roll back',
      text: 'rollback ? sql`rollback` : sql`commit`',
      by: 'sql`commit`',
      tests: ['protocol/rest/preferences'],
    },
  ]),
  ...inFile(`${SRC}/platform/db/pool.ts`, [
    {
      it: 'waits longer and longer before it opens a lost connection again',
      text: 'backoff: () => REOPEN_SECONDS,',
      by: '',
      tests: ['platform/db/lost-connection'],
    },
    {
      it: 'waits without a limit for the answer of a connection that the network has lost',
      text: 'answer_timeout: options.statementMs / 1000 + ANSWER_SECONDS,',
      by: '',
      tests: ['platform/db/stalled-connection'],
    },
    {
      it: 'waits without a limit for a connection',
      text: 'queue_timeout: QUEUE_SECONDS,',
      by: '',
      tests: ['platform/db/stalled-connection'],
    },
    {
      it: 'starts the connections of callers as the owner',
      text: "open({ role: 'anon', ...limited }, bounded)",
      by: 'open({ ...limited }, bounded)',
      tests: ['platform/db/function-rights'],
    },
    {
      it: 'lets statements run without a time limit',
      text: 'options.statementMs === undefined ? {} :',
      by: 'options.statementMs !== 0 ? {} :',
      tests: ['protocol/rest/statements'],
    },
  ]),
  ...inFile(`${SRC}/protocol/rest/admission.ts`, [
    {
      it: 'lets one caller use all connections',
      text: 'runningPerKey: Math.max(1, Math.floor(pool / 2)),',
      by: 'runningPerKey: pool,',
      tests: ['protocol/rest/connections'],
    },
    {
      it: 'lets one address use all connections',
      text: 'runningPerKey: Math.max(1, Math.min(pool - 1, Math.ceil(pool * 0.75))),',
      by: 'runningPerKey: pool,',
      tests: ['protocol/rest/connections'],
    },
    {
      it: 'lets one caller fill the queue',
      text: 'waitingPerKey: MAX_WAITING_CALLER,',
      by: 'waitingPerKey: MAX_WAITING,',
      tests: ['protocol/rest/connections'],
    },
    {
      it: 'runs the statement of a client that has disconnected',
      text: "reply.raw.once('close', disconnected)",
      by: '',
      tests: ['protocol/rest/connections'],
    },
  ]),
  ...inFile(`${SRC}/protocol/rest/plan.ts`, [
    {
      it: 'embeds a table in itself',
      text: 'if (path.includes(relation.target.name)) throw repeatedEmbed(path, relation.target.name)',
      by: '',
      tests: ['protocol/rest/input-bounds'],
    },
    {
      it: 'selects a column any number of times',
      text: 'if (next > MAX_SAME_COLUMN) {',
      by: 'if (false) {',
      tests: ['protocol/rest/input-bounds'],
    },
  ]),
  ...inFile(`${SRC}/protocol/rest/resolve.ts`, [
    {
      it: 'reads tables that are not in the schema',
      text: 'if (!table) throw noTable(name, nearest(name, [...schema.tables.keys()]))',
      by: 'if (!table) return schema.tables.values().next().value as Table',
      tests: ['protocol/rest/errors'],
    },
  ]),
  ...inFile(`${SRC}/protocol/rest/public-texts.ts`, [
    {
      it: 'accepts contact data in public texts',
      text: "if (refusal !== undefined) throw new RestError(422, 'PT422', refusal, { details: column })",
      by: '',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'moderates any number of characters',
      text: 'if (chars > MAX_CHARS) {',
      by: 'if (false) {',
      tests: ['seguridad/public-texts'],
    },
  ]),
  ...inFile(`${SRC}/protocol/rest/table.ts`, [
    {
      it: 'does not escape quotes in names',
      text: "name.replaceAll('\"', '\"\"')",
      by: 'name',
      tests: ['protocol/rest/reads'],
    },
  ]),
  ...inFile(`${SRC}/protocol/rest/compile/bounds.ts`, [
    {
      it: 'builds an answer of any size',
      text: '`${bounded}.bytes > ${MAX_ANSWER_BYTES}`',
      by: '`${bounded}.bytes < 0 and ${MAX_ANSWER_BYTES} > 0`',
      tests: ['protocol/rest/answer-bounds'],
    },
  ]),
  ...inFile(`${SRC}/protocol/rest/compile/read.ts`, [
    {
      it: 'answers any number of rows',
      text: 'return plan.limit === undefined || plan.limit > cap ? cap : plan.limit',
      by: 'return plan.limit ?? 1_000_000n * cap',
      tests: ['protocol/rest/reads'],
    },
    {
      it: 'joins embedded rows of other parents',
      text: 'joined: [...joinColumns(link.near, parent), ...joinColumns(link.far, scope)],',
      by: 'joined: [...joinColumns(link.far, scope)],',
      tests: ['protocol/rest/reads'],
    },
  ]),
  ...inFile(`${SRC}/protocol/rest/compile/write.ts`, [
    {
      it: 'writes unknown columns',
      text: 'if (!column) throw noColumn(table.name, name)',
      by: 'if (!column) return { name, type: "text", writeType: "text", nullable: true, default: undefined, derived: false, enumValues: undefined }',
      tests: ['protocol/rest/errors'],
    },
    {
      it: 'changes more rows than the caller allows',
      text: "preferences.maxAffected === undefined || write.kind === 'insert'",
      by: "preferences.maxAffected !== -1 || write.kind === 'insert'",
      tests: ['protocol/rest/writes'],
    },
    {
      it: 'changes every row when there is no value',
      text: "whereSql(['false', ...conditionTexts])",
      by: 'whereSql(conditionTexts)',
      tests: ['protocol/rest/writes'],
    },
  ]),
  ...inFile(`${SRC}/protocol/rest/parse/query.ts`, [
    {
      it: 'reads a query string of any length',
      text: 'if (text.length > MAX_QUERY_LENGTH) {',
      by: 'if (false) {',
      tests: ['protocol/rest/input-bounds'],
    },
    {
      it: 'accepts any number of conditions',
      text: 'if (conditions > MAX_CONDITIONS) throw',
      by: 'if (false) throw',
      tests: ['protocol/rest/parse'],
    },
    {
      it: 'accepts any number of order terms',
      text: 'if (orderTerms > MAX_ORDER_TERMS) throw',
      by: 'if (false) throw',
      tests: ['protocol/rest/input-bounds'],
    },
    {
      it: 'accepts NUL in a query string',
      text: "if (decoded.includes('\\0')) {",
      by: 'if (false) {',
      tests: ['protocol/rest/parse'],
    },
  ]),
  ...inFile(`${SRC}/protocol/rest/parse/filter.ts`, [
    {
      it: 'accepts any depth of conditions',
      text: 'if (depth > MAX_LOGIC_DEPTH) throw',
      by: 'if (false) throw',
      tests: ['protocol/rest/parse'],
    },
    {
      it: 'accepts a list of any length',
      text: 'if (values.length > MAX_LIST_VALUES) throw',
      by: 'if (false) throw',
      tests: ['protocol/rest/input-bounds'],
    },
    {
      it: 'accepts regular expressions',
      text: "throw notImplemented('Regular expressions",
      by: "return { kind: 'binary', operator: 'like', quantifier: undefined, value: value(s) }\n    throw notImplemented('Regular expressions",
      tests: ['protocol/rest/input-bounds'],
    },
  ]),
  ...inFile(`${SRC}/protocol/rest/parse/body.ts`, [
    {
      it: 'writes any number of rows',
      text: 'if (value.length > MAX_BODY_ROWS) {',
      by: 'if (false) {',
      tests: ['protocol/rest/errors'],
    },
    {
      it: 'accepts any number of keys',
      text: 'if (keys.length > MAX_BODY_KEYS) throw',
      by: 'if (false) throw',
      tests: ['protocol/rest/input-bounds'],
    },
    {
      it: 'accepts any depth of JSON',
      text: 'if (isDeeperThan(text)) throw',
      by: 'if (false) throw',
      tests: ['protocol/rest/input-bounds'],
    },
  ]),
]
