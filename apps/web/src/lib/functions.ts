import type { Call } from '@maestros/contrato/contract'
import { FuncionError } from '@maestros/contrato/errores'
import { requestOf } from '@maestros/contrato/request'
import * as z from 'zod/mini'
import { expireSession } from './access.ts'
import { CallError } from './call-error.ts'
import { getClient } from './client.ts'
import { endSuspended } from './session.ts'

/** After this time a call fails, so that the screen offers a retry instead of waiting without end. */
const TIMEOUT_MS = 15_000
const TIMED_OUT = 408

type Options = { signal?: AbortSignal | undefined }

type Answer<Output extends z.ZodMiniType> = { data: z.output<Output>; headers: Headers }

/**
 * Calls a server function by its contract. The address and the body are made of the input. The answer is parsed; a
 * refusal is thrown as a CallError.
 */
export async function callFunction<Input extends z.ZodMiniObject, Output extends z.ZodMiniType>(
  contract: Call<Input, Output>,
  input: z.input<Input>,
  { signal }: Options = {},
): Promise<Answer<Output>> {
  const { functions } = await getClient()
  const { path, body } = requestOf(contract, input)
  const { data, error, response } = await functions.invoke(path, {
    method: contract.method,
    ...(body ? { body } : {}),
    ...(signal ? { signal } : {}),
    timeout: TIMEOUT_MS,
  })
  if (error || !response) throw await refusal(error, response)
  return { data: z.parse<Output>(contract.output, data), headers: response.headers }
}

async function refusal(error: unknown, response: Response | undefined): Promise<CallError> {
  if (!response) {
    // 408 is not retried automatically: the person has already waited long and can retry.
    if (isAbort(error)) return new CallError(`no answer in ${TIMEOUT_MS} ms`, TIMED_OUT)
    return new CallError(error instanceof Error ? error.message : String(error), 0)
  }
  const said = FuncionError.safeParse(await response.json().catch(() => null))
  const retryAfter = secondsIn(response.headers.get('retry-after'))
  if (!said.success) return new CallError(`answered ${response.status}`, response.status, '', retryAfter)
  const { code, error: message } = said.data
  if (code === 'SESSION_EXPIRED' || message.includes('Session expired')) await expireSession()
  if (code === 'ACCOUNT_SUSPENDED') await endSuspended()
  return new CallError(message, response.status, code, retryAfter)
}

/** Retry-After in seconds. The date form, which some proxies send, is ignored. */
function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}

/** The client library wraps the error of fetch. */
function isAbort(error: unknown): boolean {
  const cause = error instanceof Error && 'context' in error ? error.context : error
  return cause instanceof DOMException && cause.name === 'AbortError'
}
