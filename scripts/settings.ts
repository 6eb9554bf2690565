import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Environment } from '../apps/server/src/platform/settings/config.ts'
import { DESCRIPTIONS } from '../apps/server/src/platform/settings/descriptions.ts'

/** `npm run settings` writes the table of settings in docs/operations.md, and .env.example. A test fails when they differ. */

const ROOT = join(import.meta.dirname, '..')
const MARKED = /(<!-- settings -->\n)[\s\S]*?(<!-- end of settings -->)/

type Row = (typeof DESCRIPTIONS)[number]

/** The default of a setting as it is written in the environment; undefined for one without. */
function defaultOf(name: keyof typeof Environment.shape): string | undefined {
  const value = Environment.shape[name].meta()?.value
  return value === undefined ? undefined : String(value)
}

function cell({ names, unset }: Row): string {
  const defaults = names.map((name) => {
    const value = defaultOf(name)
    if (value === undefined) return unset ?? 'none'
    return value === '' ? 'none' : /[<>]/.test(value) ? `\`${value}\`` : value
  })
  return [...new Set(defaults)].length === 1 && unset !== undefined ? unset : defaults.join(', ')
}

const settingsTable = () =>
  [
    '| name | default | meaning |',
    '|---|---|---|',
    ...DESCRIPTIONS.map((row) => `| ${row.names.join(', ')} | ${cell(row)} | ${row.text} |`),
    '',
  ].join('\n')

const link = /\[([^\]]+)\]\([^)]+\)/g

export const environmentExample = () =>
  `# Written by \`npm run settings\`. docs/operations.md has the same as a table. A line without # sets a value.\n\n${DESCRIPTIONS.map(
    ({ names, unset, text }) =>
      [
        `# ${text.replace(link, '$1')}${unset === undefined ? '' : ` (without a value: ${unset})`}`,
        ...names.map((name) => `# ${name}=${defaultOf(name) ?? ''}`),
        '',
      ].join('\n'),
  ).join('\n')}`

export const withTable = (page: string) =>
  page.replace(MARKED, (_, begin: string, end: string) => `${begin}${settingsTable()}${end}`)

if (import.meta.main) {
  const page = join(ROOT, 'docs/operations.md')
  await writeFile(page, withTable(await readFile(page, 'utf8')))
  await writeFile(join(ROOT, '.env.example'), environmentExample())
}
