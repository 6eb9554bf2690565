import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Generates docs/coverage.md from docs/checklist.tsv and the titles of the tests: the title of a test that
 * proves a row ends with the row's id in brackets. `npm run coverage` writes the page; the tests call
 * `coverage()` and compare it with the committed one.
 */

const ROOT = join(import.meta.dirname, '..')
const TESTS = ['packages/*/test/**/*.test.ts', 'apps/server/test/**/*.test.ts', 'e2e/**/*.spec.ts']
export const PAGE = join(ROOT, 'docs/coverage.md')

const TEST_NAME = /\b(?:it|test)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs
/** A table of cases with ids as data, for a title that ends with `[%s]`. */
const TEST_TABLE = /\.each\((\s*\[(?:(?!\)\().)*)\)\(\s*(['"`])((?:\\.|(?!\2).)*\[%s\])\2/gs
/** A row whose test answers the product's own call itself: the screen is shown, but the row is not proved. */
const MOCK_TAG = /\[mock (\d\.[a-z]+\.\d+)\]/g
/** A string that contains only tags: the data of a test whose title comes from a table. */
const TAGS_ALONE = /(['"`])((?:\[\d\.[a-z]+\.\d+\] ?)+)\1/
const ID = /\b\d\.[a-z]+\.\d+\b/g
const TAG = /\[((?:\d\.[a-z]+\.\d+)(?:,\s*\d\.[a-z]+\.\d+)*)\]/g

interface Row {
  id: string
  section: string
  how: string
  statement: string
}
interface Proof {
  file: string
  name: string
  mocked: boolean
}

function checklist(): Row[] {
  const [, ...lines] = readFileSync(join(ROOT, 'docs/checklist.tsv'), 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [id = '', section = '', , how = '', statement = ''] = line.split('\t')
    return { id, section, how, statement }
  })
}

function proofs(): Map<string, Proof[]> {
  const found = new Map<string, Proof[]>()
  for (const path of globSync(TESTS, { cwd: ROOT }).sort()) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const add = (id: string, name: string, mocked = false) => {
      const title = name.replace(TAG, '').replace(MOCK_TAG, '').trim()
      found.set(id, [...(found.get(id) ?? []), { file: path, name: title, mocked }])
    }
    for (const [, , name = ''] of text.matchAll(TEST_NAME)) {
      for (const [, ids = ''] of name.matchAll(TAG)) for (const id of ids.split(/,\s*/)) add(id, name)
      for (const [, id = ''] of name.matchAll(MOCK_TAG)) add(id, name, true)
    }
    for (const [, table = '', , name = ''] of text.matchAll(TEST_TABLE)) {
      for (const [id] of table.matchAll(ID)) add(id, name.replace('[%s]', ''))
    }
    for (const line of text.split('\n')) {
      const tags = TAGS_ALONE.exec(line)?.[2]
      for (const [id] of tags?.matchAll(ID) ?? [])
        add(id, `one of a table: ${line.replace(/'\[.*/, '').trim()}`)
    }
  }
  return found
}

export function coverage(): string {
  const rows = checklist()
  const proved = proofs()
  const unknown = [...proved.keys()].filter((id) => !rows.some((row) => row.id === id))
  if (unknown.length > 0)
    throw new Error(`tests name rows that the checklist does not have: ${unknown.join(', ')}`)
  const sections = Map.groupBy(rows, (row) => row.section)
  const summary = [...sections].map(([section, list]) => {
    const testable = list.filter((row) => row.how !== 'read')
    const count = (test: (proofs: Proof[]) => boolean) =>
      testable.filter((row) => test(proved.get(row.id) ?? [])).length
    const real = count((proofs) => proofs.some(({ mocked }) => !mocked))
    const onlyMocked = count((proofs) => proofs.length > 0 && proofs.every(({ mocked }) => mocked))
    return `| ${section} | ${real} | ${onlyMocked} | ${testable.length} |`
  })
  const details = [...sections].flatMap(([section, list]) => {
    const lines = list.flatMap((row) =>
      (proved.get(row.id) ?? []).map(
        ({ file, name, mocked }) =>
          `| ${row.id} | ${cell(row.statement)} | ${cell(name)}${mocked ? ' (mocked: not proved)' : ''} | ${file} |`,
      ),
    )
    if (lines.length === 0) return []
    return [`## ${section}`, '', '| row | statement | test | file |', '|---|---|---|---|', ...lines, '']
  })
  return [
    '# Coverage',
    '',
    'Which statement of the specification is proved by which test. Generated from docs/checklist.tsv and the',
    "tests' own names by `npm run coverage`; the tests fail when this page is not what they say.",
    'Rows that can only be read, not run, are not counted. A row is only mocked, and not proved, when each of its tests',
    "answers the product's own call itself; such a test names the row as `[mock 2.con.07]`.",
    '',
    '| section | proved | only mocked | of |',
    '|---|---:|---:|---:|',
    ...summary,
    '',
    ...details,
  ].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

if (import.meta.main) writeFileSync(PAGE, coverage())
