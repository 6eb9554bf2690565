import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Node, parseSync, type Span, Visitor } from 'oxc-parser'

/**
 * `node mutants/choose.ts --seed 1 --count 30`: draws mutants of the web app, the same number of each area, and prints them as
 * rows of a table. The same seed and the same code give the same rows. The tests of each row are added by hand.
 */

const ROOT = join(import.meta.dirname, '..')
const WEB = 'apps/web/src'
/** The files of each area by subject. Each subject of an area is drawn in turn. */
const AREAS = [
  ['outbox/**/*', 'conversation/**/*', 'api/**/*', '{drafts,count-pending}.ts'].map(
    (glob) => `features/chat/${glob}`,
  ),
  ['app/access/**/*', 'lib/session/**/*'],
  ['ui/fields/*', 'features/*/*form*', 'features/{acceso,onboarding,contacto,resenas,ayuda}/**/*'],
]
const OPPOSITE: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}
const SHOWN_CHARS = 70

interface Change {
  it: string
  start: number
  end: number
  by: string
}

interface Row extends Change {
  file: string
  text: string
}

const { values: options } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '30' } },
})

function changesOf(file: string, code: string): Change[] {
  const changes: Change[] = []
  const add = ({ start, end }: Span, it: (shown: string) => string, by: string) => {
    const line = code.slice(start, end).replace(/\s+/g, ' ')
    const shown = line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS)}…` : line
    changes.push({ it: it(`\`${shown}\``), start, end, by })
  }
  const condition = (test: Node, values: boolean[]) => {
    for (const value of values) add(test, (shown) => `takes ${shown} as always ${value}`, `${value}`)
  }
  const statements = (body: readonly Node[]) => {
    for (const one of body) {
      if (isGuard(one)) add(one, (shown) => `does not have the guard ${shown}`, '')
      if (one.type !== 'ExpressionStatement' || one.expression.type !== 'AwaitExpression') continue
      if (one.expression.argument.type !== 'CallExpression') continue
      add(one, (shown) => `does not do ${shown}`, '')
    }
  }
  new Visitor({
    BlockStatement: ({ body }) => statements(body),
    // A guard whose condition is always false is a guard that is not there.
    IfStatement: (node) => condition(node.test, isGuard(node) ? [true] : [true, false]),
    ConditionalExpression: ({ test }) => condition(test, [true, false]),
    LogicalExpression: ({ operator, left }) => {
      if (operator === '&&') condition(left, [true, false])
    },
    BinaryExpression: ({ operator, left, right, start, end }) => {
      const opposite = OPPOSITE[operator]
      if (opposite === undefined) return
      const [first, second] = [left, right].map((side) => code.slice(side.start, side.end))
      add({ start, end }, (shown) => `inverts ${shown}`, `${first} ${opposite} ${second}`)
    },
    JSXAttribute: (node) => {
      if (node.name.type === 'JSXIdentifier' && /^(aria-)?(disabled|hidden)$/.test(node.name.name))
        add(node, (shown) => `does not have the attribute ${shown}`, '')
    },
  }).visit(parseSync(file, code).program)
  return changes
}

function isGuard(node: Node): boolean {
  if (node.type !== 'IfStatement' || node.alternate) return false
  const { consequent } = node
  const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement'
}

/** Widens a change until its text occurs once in the file: first to whole lines, then by lines before and after. */
function unique(file: string, code: string, change: Change): Row {
  let { start, end } = change
  while (code.indexOf(code.slice(start, end)) !== code.lastIndexOf(code.slice(start, end))) {
    start = code.lastIndexOf('\n', start - 2) + 1
    const after = code.indexOf('\n', end + 1)
    end = after < 0 ? code.length : after
  }
  const by = code.slice(start, change.start) + change.by + code.slice(change.end, end)
  return { ...change, file, text: code.slice(start, end), by }
}

const drawKey = ({ file, it, start }: Row) =>
  createHash('sha256').update(`${options.seed} ${file} ${it} ${start}`).digest('hex')

/** The rows of a subject in the order of a hash with the seed. */
function rowsOf(glob: string): Row[] {
  const files = globSync(glob, { cwd: join(ROOT, WEB) }).filter((name) => /\.tsx?$/.test(name))
  const rows = files.flatMap((name) => {
    const file = `${WEB}/${name}`
    const code = readFileSync(join(ROOT, file), 'utf8')
    return changesOf(file, code).map((change) => unique(file, code, change))
  })
  console.error(`${glob}: ${files.length} files, ${rows.length} changes`)
  return rows.sort((a, b) => (drawKey(a) < drawKey(b) ? -1 : 1))
}

/** Takes rows of the subjects in turn. None changes the same place as another. */
function draw(subjects: Row[][], count: number): Row[] {
  const drawn: Row[] = []
  const isFree = (row: Row) =>
    !drawn.some((one) => one.file === row.file && one.start < row.end && row.start < one.end)
  for (let turn = 0; drawn.length < count; turn += 1) {
    const subject = subjects[turn % subjects.length] ?? []
    const at = subject.findIndex(isFree)
    if (at >= 0) drawn.push(...subject.splice(at, 1))
    else if (!subjects.flat().some(isFree)) break
  }
  return drawn
}

const rows = AREAS.flatMap((globs) => {
  const drawn = draw(globs.map(rowsOf), Math.round(Number(options.count) / AREAS.length))
  return drawn.sort((a, b) => (`${a.file}${a.it}` < `${b.file}${b.it}` ? -1 : 1))
})

console.log("import { inFile } from '../mutant.ts'\n\nexport const webMutants = [")
for (const file of new Set(rows.map((row) => row.file))) {
  const entries = rows
    .filter((row) => row.file === file)
    .map(({ it, text, by }) => ({ it, text, by, tests: [] }))
  console.log(`...inFile(${JSON.stringify(file)}, ${JSON.stringify(entries)}),`)
}
console.log(']')
