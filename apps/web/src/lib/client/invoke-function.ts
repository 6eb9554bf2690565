import type { Contract } from '@maestros/contrato/contract'
import { requestOf } from '@maestros/contrato/request'
import type { FunctionsClient } from '@supabase/functions-js'
import * as z from 'zod/mini'
import { CallError, NO_ANSWER } from './call-error.ts'

/** After this time a call fails, so that the screen offers a retry instead of waiting without end. */
const TIMEOUT_MS = 15_000
const TIMED_OUT = 408

export type Options = { signal?: AbortSignal | undefined }

export type Answer<Output extends z.ZodMiniType> = { data: z.output<Output>; headers: Headers }

/**
 * Calls a server function by its contract. The address and the body are made of the input. The answer is parsed. A refusal
 * of any status and an answer that is not understood are thrown as a CallError. `onRefused` is awaited before.
 */
export async function invokeFunction<Input extends z.ZodMiniObject, Output extends z.ZodMiniType>(
  functions: FunctionsClient,
  contract: Contract<Input, Output>,
  input: z.input<Input>,
  { signal, onRefused }: Options & { onRefused: (refusal: Refusal) => Promise<void> | void },
): Promise<Answer<Output>> {
  const { path, body } = requestOf(contract, input)
  const { data, error, response } = await functions.invoke(path, {
    method: contract.method,
    ...(body ? { body } : {}),
    ...(signal ? { signal } : {}),
    timeout: TIMEOUT_MS,
  })
  if (!response) throw unanswered(error)
  const refusal = error ? saidIn(await response.json().catch(() => null)) : refusalIn(data)
  if (refusal) {
    await onRefused(refusal)
    throw failed(refusal, response)
  }
  const parsed = z.safeParse<Output>(contract.output, data)
  if (!parsed.success) throw new CallError(`not understood: ${parsed.error.message}`, response.status)
  return { data: parsed.data, headers: response.headers }
}

function unanswered(error: unknown): CallError {
  // 408 is not retried automatically: the person has already waited long and can retry.
  if (isAbort(error)) return new CallError(`no answer in ${TIMEOUT_MS} ms`, TIMED_OUT, NO_ANSWER)
  return new CallError(error instanceof Error ? error.message : String(error), 0)
}

export type Refusal = { success?: boolean | undefined; code: string; message: string }

const Text = z.catch(z.string(), '')
const Said = z.object({
  success: z.catch(z.optional(z.boolean()), undefined),
  code: Text,
  message: Text,
  error: z.catch(z.union([z.string(), z.object({ message: z.string() })]), ''),
})

/** What an answer says about its success. Every field may be missing. */
function saidIn(body: unknown): Refusal {
  const said = Said.safeParse(body)
  if (!said.success) return { code: '', message: '' }
  const { success, code, error, message } = said.data
  return { success, code, message: (typeof error === 'string' ? error : error.message) || message }
}

/**
 * The refusal in an answer with status 200, null when there is none. A false `success`, an error or a code is a refusal,
 * whichever of the others are missing. `message` is a part of some answers, so it alone is none.
 */
function refusalIn(body: unknown): Refusal | null {
  const said = saidIn(body)
  const hasError = typeof body === 'object' && body !== null && 'error' in body && said.message !== ''
  return said.success === false || hasError || (said.code !== '' && said.success !== true) ? said : null
}

function failed({ code, message }: Refusal, response: Response): CallError {
  const retryAfter = secondsIn(response.headers.get('retry-after'))
  return new CallError(message || `answered ${response.status}`, response.status, code, retryAfter)
}

/** The two forms of the specification (section 4), in whichever field they are, and a call after another tab has signed out. */
export const endsSession = ({ code, message }: Refusal): boolean =>
  code === 'SESSION_REQUIRED' ||
  [code, message].some((text) => text.includes('SESSION_EXPIRED') || text.includes('Session expired'))

/** Retry-After in seconds. The date form, which some proxies send, is ignored. */
function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}

/** The client library wraps the error of fetch. */
function isAbort(error: unknown): boolean {
  const cause = error instanceof Error && 'context' in error ? error.context : error
  return cause instanceof DOMException && cause.name === 'AbortError'
}
