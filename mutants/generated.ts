import type { Kind, Mutant } from './mutant.ts'
import { statementsOf } from './statements.ts'

/**
 * Mutants of the rights in the database, made from the text in db/: each policy, grant and `enable row level security` is
 * removed once, and each condition of a policy is replaced with `true` once.
 */
export function generatedMutants(files: readonly { file: string; sql: string }[]): Mutant[] {
  return files.flatMap(({ file, sql }) =>
    statementsOf(sql).flatMap((statement) => mutantsOf(file, statement)),
  )
}

/** Tests that check the rights of every table and function against the catalog: fast, and enough for most mutants. */
const CATALOG = ['platform/db/schema', 'platform/db/function-rights']

function mutantsOf(file: string, statement: string): Mutant[] {
  const line = statement.replace(/\s+/g, ' ')
  const mutant = (
    kind: Kind,
    replacement: string,
    how: string,
    tests: readonly string[],
    titles?: string,
  ) => ({
    id: `${file}: ${how}${line.slice(0, 100)}`,
    kind,
    file,
    text: statement,
    replacement,
    tests,
    ...(titles !== undefined && { titles }),
  })
  if (/^grant /i.test(line)) return [mutant('grant', '', 'without ', testsOfGrant(line), titlesOfGrant(line))]
  const [, protectedTable = ''] = /^alter table (\S+) enable row level security;$/i.exec(line) ?? []
  if (protectedTable !== '') {
    return [mutant('row-level security', '', 'without ', ['platform/db/schema'], 'row-level security')]
  }
  const [, table = ''] = /^create policy "[^"]+" on public\.(\w+)/i.exec(line) ?? []
  if (table === '') return []
  // The titles of the tests of one table begin with its name, or contain "in TABLE", "updating TABLE" and so on.
  const titles = `(^|[ >])${table}( |$)`
  const tests = / for insert /i.test(line)
    ? ['matrix/tables', 'protocol/rest/table-writes']
    : ['matrix/tables']
  return [
    mutant('policy', '', 'without ', tests, titles),
    ...['using', 'with check'].flatMap((clause) => {
      const opened = withTrue(statement, clause)
      return opened === undefined
        ? []
        : [mutant('open policy', opened, `${clause} (true) in `, testsOfClause(line, clause), titles)]
    }),
  ]
}

/** An update that gives the own row to another person is tested in a file of its own. */
const testsOfClause = (line: string, clause: string): readonly string[] =>
  clause === 'with check' && / for update /i.test(line) ? ['matrix/ownership'] : ['matrix/tables']

function testsOfGrant(line: string): readonly string[] {
  if (/^grant execute on function /i.test(line)) return CATALOG
  if (/^grant usage on schema /i.test(line)) return CATALOG
  if (/ to service_role;$/i.test(line)) return ['platform/db/function-rights']
  return ['matrix/tables']
}

const titlesOfGrant = (line: string) =>
  testsOfGrant(line)[0] === 'matrix/tables'
    ? 'the database grants|reads only the own|deletes the own'
    : undefined

/** The statement with the condition of that clause replaced by `true`. Undefined when it has no such clause. */
function withTrue(statement: string, clause: string): string | undefined {
  const found = new RegExp(`\\b${clause.replace(' ', '\\s+')}\\s*\\(`, 'i').exec(statement)
  if (!found) return undefined
  const open = found.index + found[0].length
  let depth = 1
  let at = open
  while (at < statement.length && depth > 0) {
    if (statement[at] === '(') depth += 1
    else if (statement[at] === ')') depth -= 1
    at += 1
  }
  return `${statement.slice(0, open)}true${statement.slice(at - 1)}`
}
