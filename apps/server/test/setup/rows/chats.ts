import { setTimeout } from 'node:timers/promises'
import type { Mensaje } from '@maestros/contrato'
import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { getMessages } from '@maestros/contrato/chat/get-messages'
import { sendMessage } from '@maestros/contrato/chat/send-message'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type { RowChange } from '../../../src/platform/bus/bus.ts'
import type { TestApp } from '../app.ts'
import { call } from '../functions.ts'
import { makeBuscador, makeMaestro, type TestMaestro, type TestPerson } from './maestros.ts'

/** A seeker and a maestro with a chat between them, started through the product's own function. */
export interface Pair {
  ana: TestPerson
  luis: TestMaestro
  chat: string
}

export async function makePair(app: TestApp): Promise<Pair> {
  const [ana, luis] = await Promise.all([makeBuscador(app), makeMaestro(app)])
  return { ana, luis, chat: await startChat(ana.client, luis.id) }
}

export const askFor = (maestro_id: string, contexto = { alcaldia: 'Coyoacán', servicio: 'Plomería' }) => ({
  maestro_id,
  alcaldia_seleccionada: contexto.alcaldia,
  oficio_seleccionado: contexto.servicio,
  contexto,
})

export async function startChat(client: SupabaseClient, maestro: string): Promise<string> {
  const started = await call(client, 'chat-initiate', { body: askFor(maestro) })
  return chatInitiate.output.parse(started.data).chat_id
}

export const send = (client: SupabaseClient, chat_id: string, contenido: string, more: object = {}) =>
  call(client, 'send-message', { body: { chat_id, tipo: 'texto', contenido, ...more } })

/** Sends a message that must be accepted, and returns it. */
export async function sent(...args: Parameters<typeof send>): Promise<Mensaje> {
  return sendMessage.output.parse((await send(...args)).data).message
}

export const messagesOf = async (
  { client }: Pick<TestPerson, 'client'>,
  chat_id: string,
): Promise<Mensaje[]> =>
  getMessages.output.parse((await call(client, 'get-messages', { body: { chat_id } })).data).messages

/** Writes the message that shows a picture of a chat, so that the other person may see it. */
export const showPicture = (app: TestApp, picture: { chat: string; author: string; name: string }) =>
  app.sql`
    insert into public.mensajes (chat_id, autor_id, tipo, contenido)
    values (${picture.chat}, ${picture.author}, 'imagen', ${picture.name})`

/** The row changes of a chat that were published while `work` ran. */
export async function published(app: TestApp, work: () => Promise<unknown>): Promise<RowChange[]> {
  const events: RowChange[] = []
  const stop = app.services.bus.listen((event) => {
    if (event.kind === 'change') events.push(event)
  })
  await work()
  stop()
  return events
}

/**
 * Starts `work` while another transaction is open, ends that transaction when `work` waits for it, and
 * returns both results.
 */
export async function whileOpen<Held, Done>(
  app: TestApp,
  other: { before(sql: ReservedSql): Promise<unknown>; after?(sql: ReservedSql): Promise<Held> },
  work: () => Promise<Done>,
): Promise<{ held: Held | undefined; done: Done }> {
  const sql = await app.sql.reserve()
  try {
    await sql`begin`
    await other.before(sql)
    const done = work()
    const waiting = () => app.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting()).length === 0) await setTimeout(10)
    const held = await other.after?.(sql)
    await sql`commit`
    return { held, done: await done }
  } finally {
    // Does nothing after the commit.
    await sql`rollback`
    sql.release()
  }
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/**
 * How many rows of a table a statement reads, and by which scans, planned for its values and for any values.
 * This is its cost on any machine. The table is small here, so sequential scans are made expensive.
 */
export async function readingsOf<T extends readonly (Row | undefined)[]>(
  app: TestApp,
  table: string,
  statement: (sql: ReservedSql) => PendingQuery<T>,
  schema = 'public',
): Promise<{ scans: Set<string>; rows: number }[]> {
  const sql = await app.sql.reserve()
  try {
    await sql.unsafe(`analyze ${schema}.${table}; set enable_seqscan = off; set enable_bitmapscan = off`)
    const readings = []
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await sql`select set_config('plan_cache_mode', ${mode}, false)`
      const [row] = await sql`explain (analyze, format json) ${statement(sql)}`
      readings.push(readingsIn(row?.['QUERY PLAN'][0].Plan, table))
    }
    await sql`reset all`
    return readings
  } finally {
    sql.release()
  }
}

function readingsIn(plan: PlanNode, table: string) {
  const found = { scans: new Set<string>(), rows: 0 }
  const visit = (node: PlanNode) => {
    if (node['Relation Name'] === table) {
      found.scans.add(node['Node Type'])
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
      found.rows += (node['Actual Rows'] + removed) * node['Actual Loops']
    }
    node.Plans?.forEach(visit)
  }
  visit(plan)
  return found
}
