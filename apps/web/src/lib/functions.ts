import { FuncionError } from '@maestros/contrato/errores'
import type { Funcion } from '@maestros/contrato/funciones/comun'
import * as z from 'zod/mini'
import { expireSession } from './access.ts'
import { CallError } from './call-error.ts'
import { getClient } from './client.ts'

/** A server that has not answered by then will not: the person gets a retry instead of a skeleton without end. */
const TIMEOUT_MS = 15_000
const TIMED_OUT = 408

type Options = {
  /** What follows the function's name: the rest of a path, a query string. */
  path?: string
  body?: Record<string, unknown>
  signal?: AbortSignal
}

type Answer<F extends Funcion> = { data: z.output<F['output']>; headers: Headers }

/** A server function by its contract: what comes back has its shape, anything else is thrown as a CallError. */
export async function callFunction<F extends Funcion>(funcion: F, options: Options = {}): Promise<Answer<F>> {
  const { path = '', body, signal } = options
  const { functions } = await getClient()
  const { data, error, response } = await functions.invoke(`${funcion.name}${path}`, {
    method: funcion.method,
    ...(body ? { body } : {}),
    ...(signal ? { signal } : {}),
    timeout: TIMEOUT_MS,
  })
  if (error || !response) throw await refusal(error, response)
  return { data: z.parse<F['output']>(funcion.output, data), headers: response.headers }
}

async function refusal(error: unknown, response: Response | undefined): Promise<CallError> {
  if (!response) {
    // Whoever has waited that long is asked before it is tried again.
    if (isAbort(error)) return new CallError(`no answer in ${TIMEOUT_MS} ms`, TIMED_OUT)
    return new CallError(error instanceof Error ? error.message : String(error), 0)
  }
  const said = FuncionError.safeParse(await response.json().catch(() => null))
  const retryAfter = secondsIn(response.headers.get('retry-after'))
  if (!said.success) return new CallError(`answered ${response.status}`, response.status, '', retryAfter)
  const { code, error: message } = said.data
  if (code === 'SESSION_EXPIRED' || message.includes('Session expired')) await expireSession()
  return new CallError(message, response.status, code, retryAfter)
}

/** A proxy may write a date there, which is as good as nothing. */
function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}

/** The client wraps what fetch threw. */
function isAbort(error: unknown): boolean {
  const cause = error instanceof Error && 'context' in error ? error.context : error
  return cause instanceof DOMException && cause.name === 'AbortError'
}
