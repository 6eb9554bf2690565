import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import type { Sql } from '../../../platform/db/pool.ts'
import { countJobs } from '../../../platform/jobs/metrics.ts'
import { type Of, operatorId, type Result } from './acts.ts'
import { timeOf } from './lists.ts'

/** Jobs that failed permanently: listing, retrying and dropping them. */

const { trabajo: palabras } = textos

interface FailedJob {
  id: string
  nombre: string
  intentos: number
  error: string | null
  creado_en: Date
  datos: { [name: string]: string | number }
}

/** Characters of an error that are shown. Some contain the whole answer of another server. */
const ERROR_CHARS = 300

/**
 * Of the payload only ids and numbers are shown, which lead an operator to the row that the job is about. E-mail addresses,
 * telephone numbers and links are masked in the error: a mail server repeats the address that it refuses.
 */
export async function listJobs(sql: Sql, { limit }: Of<'jobs'>): Promise<Result> {
  const counts = await countJobs(sql)
  const rows = await sql<FailedJob[]>`
    select f.id, f.nombre, f.intentos, f.creado_en,
      left(interno.sin_datos_personales(split_part(f.error, E'\\n', 1), null, 1, ${ERROR_CHARS}), ${ERROR_CHARS}) as error,
      (
        select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(j.payload::jsonb) d
        where d.value::text ~ '^([0-9]+|"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")$'
      ) as datos
    from interno.trabajos_fallidos f join graphile_worker._private_jobs j on j.id = f.id
    order by f.id desc limit ${limit}`
  return {
    json: { ...counts, fallidos: rows },
    lines: [palabras.cuenta(counts), ...rows.flatMap(jobLines)],
  }
}

function jobLines({ id, nombre, intentos, error, creado_en, datos }: FailedJob): string[] {
  const details = Object.entries(datos).map(([name, value]) => `${name}: ${value}`)
  return [
    `${timeOf(creado_en)}  ${id}  ${nombre}  ${palabras.intentos(intentos)}${details.length > 0 ? `  ${details.join('; ')}` : ''}`,
    ...(error === null ? [] : [`    ${error}`]),
  ]
}

export async function retryJobs(sql: Sql, { id, as }: Of<'job-retry'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  const [row] = await sql<{ retried: number }[]>`
    select interno.reintentar_trabajos(${operator}, ${id ?? null}) as retried`
  const retried = row?.retried ?? 0
  return {
    json: { reintentados: retried },
    lines: [retried === 0 ? palabras.ninguno : palabras.reintentados(retried)],
  }
}

export async function dropJob(sql: Sql, { id, motivo, as }: Of<'job-drop'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  await sql`select interno.descartar_trabajo(${operator}, ${id}, ${motivo})`
  return { json: { descartado: id }, lines: [palabras.descartado(id)] }
}
