import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyTree } from '../../../../mutants/copy.ts'
import { generatedMutants } from '../../../../mutants/generated.ts'
import { problemsOf, tableProblems } from '../../../../mutants/judge.ts'
import { forget, keep, keptOutcomes } from '../../../../mutants/kept.ts'
import { applied, inFile, type Mutant } from '../../../../mutants/mutant.ts'
import { matchProblems, runMutants } from '../../../../mutants/run.ts'
import { statementsOf } from '../../../../mutants/statements.ts'
import { hasProgram } from '../setup/services/has-program.ts'

/** The runner of `npm run mutants`, with a tiny table. */

const mutant = (more: Partial<Mutant> = {}): Mutant => ({
  id: 'a.ts: it is wrong',
  kind: 'TypeScript',
  file: 'src/sum.ts',
  text: 'a + b',
  replacement: 'a - b',
  tests: ['sum'],
  ...more,
})

describe('a mutant', () => {
  test('replaces a text that occurs once, and is refused otherwise', () => {
    expect(applied('return a + b', mutant())).toBe('return a - b')
    expect(() => applied('return a * b', mutant())).toThrow(/not in the file any more/)
    expect(() => applied('a + b === a + b', mutant())).toThrow(/more than once/)
    expect(() => applied('a + b', mutant({ replacement: 'a + b' }))).toThrow(/changes nothing/)
  })
})

describe('the statements of a file', () => {
  test('end at semicolons outside of quotes, bodies and comments', () => {
    const sql = `-- a; comment
create function f() returns int language plpgsql as $$ begin return 1; end $$;
insert into t values ('a;b');
create function g() returns void language sql begin atomic delete from t; select 1; end;
grant select on t to anon;`
    expect(statementsOf(sql).map((statement) => statement.split(/[ (]/, 3).slice(0, 3).join(' '))).toEqual([
      'create function f',
      'insert into t',
      'create function g',
      'grant select on',
    ])
  })
})

describe('generated mutants', () => {
  const generated = generatedMutants([
    {
      file: 'db/chat/rights.sql',
      sql: `grant select on public.t to anon;
alter table public.t enable row level security;
create policy "Rows are readable by their owner" on public.t
  for update to authenticated using (id = (select auth.uid())) with check (id = f(1));
`,
    },
  ])

  test('remove each grant, policy and row-level security, and open each condition', () => {
    expect(generated.map(({ kind }) => kind)).toEqual([
      'grant',
      'row-level security',
      'policy',
      'open policy',
      'open policy',
    ])
    expect(generated[3]?.replacement).toContain('using (true) with check (id = f(1));')
    expect(generated[4]?.replacement).toContain('using (id = (select auth.uid())) with check (true);')
  })
})

describe('the result of a run', () => {
  const killed = { mutant: mutant(), result: { status: 'failed', by: 'a test' }, tookMs: 1 } as const
  const survived = { mutant: mutant(), result: { status: 'passed' }, tookMs: 1 } as const
  const broken = {
    mutant: mutant(),
    result: { status: 'broken', why: 'no test has run' },
    tookMs: 1,
  } as const
  const known = [{ id: mutant().id, reason: 'another check does the same' }]

  test('is good when every mutant was killed or is a known survivor', () => {
    expect(problemsOf([killed], [])).toEqual([])
    expect(problemsOf([survived], known)).toEqual([])
  })

  test('is bad for an unknown survivor, a known survivor that was killed, and tests that did not run', () => {
    expect(problemsOf([survived], [])).toEqual([expect.stringContaining('has noticed it')])
    expect(problemsOf([killed], known)).toEqual([expect.stringContaining('killed now')])
    expect(problemsOf([broken], known)).toEqual([expect.stringContaining('did not run')])
  })

  test('is kept as it comes: the last outcome of each mutant, and none of one whose tests did not run', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maestros-kept-'))
    const file = join(folder, 'cache/outcomes.jsonl')
    try {
      const other = mutant({ id: 'b.ts: it is wrong' })
      expect(keptOutcomes(file, [mutant()])).toEqual([])
      for (const outcome of [survived, killed, { ...broken, mutant: other }]) keep(file, outcome)
      expect(keptOutcomes(file, [mutant(), other])).toEqual([killed])
      expect(keptOutcomes(file, [other])).toEqual([])
      forget(file)
      expect(keptOutcomes(file, [mutant()])).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('needs tables without repeated names, unknown survivors and comparisons of generated files', () => {
    expect(tableProblems([mutant()], [])).toEqual([])
    expect(tableProblems([mutant(), mutant()], [])).toHaveLength(1)
    expect(tableProblems([mutant()], [{ id: 'x', reason: 'y' }])).toHaveLength(1)
    expect(tableProblems([mutant({ tests: ['db/schema-file'] })], [])).toHaveLength(1)
  })
})

// The copy of the tree has the files that git lists.
describe.skipIf(!hasProgram('git'))('a run', () => {
  const ROOT = join(import.meta.dirname, '../../../..')
  let tree: string
  let parent: string
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'maestros-runner-'))
    tree = join(parent, 'tree')
    const write = async (file: string, text: string) => {
      await mkdir(dirname(join(tree, file)), { recursive: true })
      await writeFile(join(tree, file), text)
    }
    await write('src/sum.ts', 'export const sum = (a: number, b: number) => (a < 0 ? a + b : b + a)\n')
    await write(
      'apps/server/test/sum.test.ts',
      `import { expect, test } from 'vitest'
import { sum } from '../../../src/sum.ts'
test('two numbers are added', () => expect(sum(1, 2)).toBe(3))
`,
    )
    await write('vitest.config.ts', "export default { test: { include: ['apps/server/test/*.test.ts'] } }\n")
    await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
    await write('.gitignore', 'node_modules\n')
    execFileSync('git', ['init', '--quiet'], { cwd: tree })
  })
  afterAll(() => rm(parent, { recursive: true, force: true }))

  test('changes the copy and never the tree, and tells killed mutants from survivors', async () => {
    const table = inFile('src/sum.ts', [
      { it: 'subtracts', text: 'b + a', by: 'b - a', tests: ['sum'] },
      { it: 'subtracts from negative numbers', text: 'a + b', by: 'a - b', tests: ['sum'] },
    ])
    expect(await matchProblems(tree, table)).toEqual([])
    const copy = await copyTree(tree, join(await mkdtemp(join(parent, 'copy-')), 'copy'))
    const before = await readFile(join(tree, 'src/sum.ts'), 'utf8')
    const outcomes = await runMutants(table, [{ copy, prepare: async () => ({}) }], {
      timeoutMs: 60_000,
      report: () => {},
    })
    expect(outcomes.map(({ result }) => result)).toEqual([
      { status: 'failed', by: 'two numbers are added' },
      { status: 'passed' },
    ])
    expect(await readFile(join(tree, 'src/sum.ts'), 'utf8')).toBe(before)
    expect(await copy.read('src/sum.ts')).toBe(before)
  }, 240_000)

  test('does not start when a text, a test file or the syntax is wrong', async () => {
    const table = inFile('src/sum.ts', [
      { it: 'is gone', text: 'a * b', by: '', tests: ['sum'] },
      { it: 'has no test', text: 'b + a', by: 'b', tests: ['other'] },
      { it: 'has no browser test', text: 'b + a', by: 'b', tests: ['e2e/other'] },
      { it: 'has no test of the web app', text: 'b + a', by: 'b', tests: ['apps/web/test/other'] },
      { it: 'is no TypeScript', text: 'b + a', by: '((', tests: ['sum'] },
    ])
    expect(await matchProblems(tree, table)).toEqual([
      expect.stringContaining('not in the file'),
      expect.stringContaining('no test file apps/server/test/other.test.ts'),
      expect.stringContaining('no test file e2e/other.spec.ts'),
      expect.stringContaining('no test file apps/web/test/other.test.ts'),
      expect.stringContaining('is no TypeScript'),
    ])
  })
})
