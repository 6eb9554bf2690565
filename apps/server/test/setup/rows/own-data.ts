import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { misDatos } from '@maestros/contrato/cuenta/mis-datos'
import { unzipSync } from 'fflate'
import type { TestApp } from '../app.ts'
import { call } from '../functions.ts'
import type { TestPerson } from './maestros.ts'

/** Requests an export, prepares it and downloads it. Answers its entries by name. */
export async function exportOf(
  app: TestApp,
  { client }: Pick<TestPerson, 'client'>,
): Promise<Map<string, Buffer>> {
  await call(client, 'exportar-datos', { body: {} })
  await app.runJobs()
  const { exportacion } = misDatos.output.parse((await call(client, 'mis-datos')).data)
  if (!exportacion?.enlace) throw new Error(`the export is not ready: ${exportacion?.estado}`)
  const answer = await fetch(`${app.url}${exportacion.enlace}`)
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return new Map(Object.entries(entries).map(([name, bytes]) => [name, Buffer.from(bytes)]))
}

/** Every row of every table as text, with the job queue: a dump of the database. */
export async function dumpOf(app: TestApp): Promise<string> {
  const tables = await app.sql<{ schema: string; name: string }[]>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname !~ '^(pg_|information_schema)' order by 1, 2`
  const parts: string[] = []
  for (const { schema, name } of tables) {
    const rows = await app.sql<
      { row: string }[]
    >`select t::text as row from ${app.sql(schema)}.${app.sql(name)} t`
    parts.push(`-- ${schema}.${name}`, ...rows.map(({ row }) => row))
  }
  return parts.join('\n')
}

/** All files below a folder, with their bytes. */
export async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(path, await readFile(path))
  }
  return files
}
