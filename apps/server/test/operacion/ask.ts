import { type Contract, requestOf } from '@maestros/contrato'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type * as z from 'zod/mini'
import type { TestApp } from '../setup/app.ts'
import { type Called, call } from '../setup/functions.ts'

/** Calls a function by its contract, through the official client. */
export function ask<C extends Contract>(
  client: SupabaseClient,
  contract: C,
  input: z.input<C['input']>,
): Promise<Called> {
  const { path, body } = requestOf(contract, input)
  return call(client, path, { method: contract.method, ...(body && { body }) })
}

/** The same, for a call that must be answered. */
export async function answered<C extends Contract>(
  client: SupabaseClient,
  contract: C,
  input: z.input<C['input']>,
): Promise<z.output<C['output']>> {
  const { status, data, code } = await ask(client, contract, input)
  expect({ status, code }).toEqual({ status: 200, code: undefined })
  return contract.output.parse(data) as z.output<C['output']>
}

/** The acts in the audit after the act with the id `after`, oldest first. */
async function actsAfter({ sql }: TestApp, after: string) {
  const rows = await sql<{ operador_id: string; acto: string; sobre: string | null; detalle: object }[]>`
    select operador_id, acto, sobre, detalle from interno.auditoria where id > ${after} order by id`
  return [...rows]
}

async function lastAct({ sql }: TestApp): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select coalesce(max(id), 0)::text as id from interno.auditoria`
  return row?.id ?? '0'
}

/** What a work writes to the audit. */
export async function recorded(app: TestApp, work: () => Promise<unknown>) {
  const before = await lastAct(app)
  await work()
  return actsAfter(app, before)
}
