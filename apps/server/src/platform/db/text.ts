import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The subjects of db/ in the order in which their tables and functions can be created. */
export const SUBJECTS = [
  'platform',
  'protocol',
  'cuenta',
  'acceso',
  'operacion',
  'catalogue',
  'maestro',
  'verificacion',
  'chat',
  'perfil',
  'directorio',
  'avisos',
  'onboarding',
  'contacto',
  'resenas',
  'seguridad',
  'ayuda',
] as const

export const DATABASE_FOLDER = join(import.meta.dirname, '../../../../../db')

export interface DatabaseText {
  /** The release that this text belongs to. */
  version: string
  tables: string
  /** Functions and views. */
  functions: string
  triggers: string
  /** Grants and policies. */
  rights: string
  /** What a new database has in its tables. */
  rows: string
  /** The steps that carry the data of older releases, by name. */
  changes: readonly { name: string; text: string }[]
  /** Of what is applied again when it differs: functions, triggers and rights. */
  hash: string
}

/** The files of a subject that have a name of their own. All others contain functions. */
const NAMED = ['tables', 'triggers', 'rights', 'rows'] as const

export async function readDatabaseText(folder = DATABASE_FOLDER): Promise<DatabaseText> {
  const files = (await Promise.all(SUBJECTS.map((subject) => readSubject(folder, subject)))).flat()
  const partOf = (part: string) =>
    files
      .filter((file) => file.part === part)
      .map(({ text }) => text)
      .join('\n')
  const parts = { functions: partOf('functions'), triggers: partOf('triggers'), rights: partOf('rights') }
  return {
    version: await ownVersion(),
    tables: partOf('tables'),
    ...parts,
    rows: partOf('rows'),
    changes: await readChanges(join(folder, 'changes')),
    hash: createHash('sha256').update(Object.values(parts).join('\0')).digest('hex'),
  }
}

async function readSubject(folder: string, subject: string) {
  const names = (await readdir(join(folder, subject))).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const part = NAMED.find((named) => name === `${named}.sql`) ?? 'functions'
      return { part, text: await readFile(join(folder, subject, name), 'utf8') }
    }),
  )
}

async function readChanges(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}

const Package = z.object({ version: z.string() })

async function ownVersion(): Promise<string> {
  const file = join(import.meta.dirname, '../../../../../package.json')
  return Package.parse(JSON.parse(await readFile(file, 'utf8'))).version
}
