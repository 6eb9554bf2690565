import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { machineFacts } from './machine.ts'
import { type Panel, plot } from './plot.ts'

const RESULTS = join(import.meta.dirname, '../results')

export interface Goal {
  what: string
  reached: number
  goal: number
  /** Whether higher or lower values are better. */
  wants: 'at least' | 'at most'
}

export interface Report {
  subject: string
  title: string
  intro: string
  columns: string[]
  rows: string[][]
  goals: Goal[]
  facts: Record<string, string>
  panels: Panel[]
}

/** The table and the plot of figures that are all milliseconds. */
export function inMilliseconds(
  figures: readonly { label: string; ms: number; ours: boolean }[],
): Pick<Report, 'columns' | 'rows' | 'panels'> {
  const bars = figures.map(({ label, ms, ours }) => ({ label, value: ms, text: `${ms.toFixed(2)} ms`, ours }))
  return {
    columns: ['what', 'milliseconds'],
    rows: figures.map(({ label, ms }) => [label, ms.toFixed(2)]),
    panels: [{ title: 'milliseconds, less is better', bars }],
  }
}

/** Writes bench/results/<subject>.md and .svg, and prints the same table. */
export async function writeReport(report: Report): Promise<void> {
  const { subject, title, intro, columns, rows, goals, facts, panels } = report
  const goalRows = goals.map(({ what, reached, goal, wants }) => [
    what,
    reached.toFixed(2),
    `${wants} ${goal}`,
    isReached({ what, reached, goal, wants }) ? 'yes' : 'no',
  ])
  const text = [
    `# ${title}`,
    '',
    intro,
    '',
    ...table(columns, rows),
    '',
    `![The same figures, drawn](${subject}.svg)`,
    '',
    ...table(['goal', 'measured', 'wanted', 'reached'], goalRows),
    '',
    ...table(['circumstance', ''], [['command', `\`${command(subject)}\``], ...machineFacts(facts)]),
    '',
  ].join('\n')
  await mkdir(RESULTS, { recursive: true })
  await writeFile(join(RESULTS, `${subject}.md`), text)
  await writeFile(join(RESULTS, `${subject}.svg`), plot(title, panels))
  console.log(`\n${text}`)
  console.log(`Written to bench/results/${subject}.md and ${subject}.svg`)
}

function command(subject: string): string {
  const given = process.argv.slice(2)
  return ['npm run bench', subject, ...(given.length > 0 ? ['--', ...given] : [])].join(' ')
}

const isReached = ({ reached, goal, wants }: Goal) =>
  wants === 'at least' ? reached >= goal : reached <= goal

function table(columns: string[], rows: string[][]): string[] {
  const widths = columns.map((name, i) => Math.max(3, name.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(columns), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)]
}
