import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ATTACKS } from './list.ts'
import type { Measured } from './measure.ts'

/**
 * The latest figures of each attack, kept between calls. Each attack is measured on a server of its own beside its own
 * figures without an attack, so the table may be filled by several calls with `--only`.
 */

const FILE = join(import.meta.dirname, '../.cache/abuse.json')

/** Figures of other settings are not compared with each other. */
export interface Settings {
  seconds: number
  rounds: number
  rest: number
}

interface Kept {
  settings: Settings
  rows: Measured[]
}

/** Adds the new figures, and returns all that were measured with these settings, in the order of the list. */
export async function keepRows(settings: Settings, measured: readonly Measured[]): Promise<Measured[]> {
  const earlier = (await read()) ?? { settings, rows: [] }
  const same = JSON.stringify(earlier.settings) === JSON.stringify(settings)
  const latest = [...measured, ...(same ? earlier.rows : [])]
  const rows = ATTACKS.flatMap(({ name }) => latest.find((one) => one.name === name) ?? [])
  await mkdir(dirname(FILE), { recursive: true })
  await writeFile(FILE, JSON.stringify({ settings, rows } satisfies Kept))
  return rows
}

async function read(): Promise<Kept | undefined> {
  const text = await readFile(FILE, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}
