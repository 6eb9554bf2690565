import { type APIRequestContext, expect, test } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { signUp } from './api.ts'

/** What operators do to accounts, with the secret key of the server under test. */
function operator(baseURL: string | undefined) {
  return createClient(baseURL ?? '', process.env.E2E_SECRET_KEY ?? '')
}

export async function changeAccount(
  baseURL: string | undefined,
  id: string,
  change: Record<string, unknown>,
) {
  const { error } = await operator(baseURL).from('profiles').update(change).eq('id', id)
  expect(error).toBeNull()
}

export const suspend = (baseURL: string | undefined, id: string) =>
  changeAccount(baseURL, id, { suspendido_en: new Date().toISOString() })

export const restore = (baseURL: string | undefined, id: string) =>
  changeAccount(baseURL, id, { suspendido_en: null })

/** One operator for all commands of a worker. */
let known: Promise<string> | undefined

async function makeOperator(request: APIRequestContext): Promise<string> {
  const { email, session } = await signUp(request, 'buscador', { nombre: 'Olga', apellido: 'Ortega' })
  await changeAccount(test.info().project.use.baseURL, session.user.id, { role: 'operador' })
  return email
}

/** Runs a command of the operator's command line on the database of the server under test. */
export async function operate(request: APIRequestContext, ...command: string[]) {
  known ??= makeOperator(request)
  const email = await known
  const [order, about = ''] = command
  if (order === 'verify' || order === 'reject') await run('verifications', 'show', about, '--as', email)
  await run(...command, '--as', email)
}

/** The path of a new access link for an operator, which another operator has printed. */
export async function accessLink(email: string, as: string): Promise<string> {
  const link = /\/operacion\/acceso#\S+/.exec(await run('access', email, '--as', as))?.[0]
  expect(link).toBeDefined()
  return link ?? ''
}

/** In this process: a new one for each command takes longer than most commands. */
async function run(...argv: string[]) {
  // Few tests need the code of the server.
  const { runOperator } = await import('../../apps/server/src/subjects/operacion/commands/run.ts')
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const output = { out: print, error: print, ask: async () => '' }
  const code = await runOperator(argv, { DATA_DIR: process.env.E2E_DATA_DIR }, output)
  expect(code, printed.join('\n')).toBe(0)
  return printed.join('\n')
}
