import { z } from 'zod'
import { type HttpInput, type Input, render } from './input.ts'
import type { Answer } from './send.ts'

/** Conditions for every answer. Returns what is wrong, or undefined. */

const text = z.string()
/** The error formats of each surface. `message` alone is the answer of Supabase's gateway about keys. */
const SHAPES: Record<string, z.ZodType> = {
  rest: z.object({ message: text, code: text.optional() }),
  auth: z.union([
    z.object({ code: z.number(), error_code: text, msg: text }),
    z.object({ code: text, message: text }),
    z.strictObject({ message: text }),
  ]),
  functions: z.object({ success: z.literal(false), error: text, code: text }),
  storage: z.object({ statusCode: text, error: text, message: text, code: text }),
  realtime: z.object({ message: text }),
}
/**
 * The answer for addresses outside the surfaces, and for addresses that cannot be decoded and therefore not
 * routed.
 */
const FRAME = z.object({ code: text, message: text })
const BAD_ADDRESS = z.object({ code: z.literal('invalid_url'), message: text })

const LEAKS = [
  /\bat (?:[\w.<>]+ \()?(?:file:|node:|\/)[^\s"]+:\d+:\d+/,
  /node_modules|apps\/server|\.ts:\d+/,
  /postgres(?:ql)?:\/\//,
  /\bselect\b[^"]{0,300}\bfrom\b[^"]{0,300}(?:\$\d|\bpublic\.|\bstorage\.|\bauth\.)/i,
  /\b(?:insert into|delete from|update) (?:public|storage|auth)\./i,
  /\b(?:interno|migraciones)\.\w+/,
  /PL\/pgSQL function|encrypted_password|pg_catalog\./,
]

const INTERNAL_ERROR_CLOSE = 1011

export function judge(input: Input, answer: Answer): string | undefined {
  if (answer.kind === 'none') return `no answer: ${answer.reason}`
  if (answer.kind === 'socket') {
    return answer.closed === INTERNAL_ERROR_CLOSE
      ? 'the socket was closed with 1011, an internal error'
      : undefined
  }
  if (input.kind === 'socket') return answer.status >= 500 ? `answered ${answer.status}` : undefined
  return judgeStatus(answer) ?? judgeText(input, answer)
}

type HttpAnswer = Extract<Answer, { kind: 'http' }>

function judgeStatus({ status, headers, text }: HttpAnswer): string | undefined {
  if (status === 503 && headers['retry-after'] === undefined) return `503 without Retry-After: ${clip(text)}`
  return status >= 500 && status !== 503 ? `answered ${status}: ${clip(text)}` : undefined
}

function judgeText(input: HttpInput, { status, headers, text }: HttpAnswer): string | undefined {
  const leak = LEAKS.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined)
  if (leak !== undefined && !isEcho(input, leak)) return `the answer shows internals: ${clip(leak)}`
  // Node itself answers requests that it cannot parse (for example headers beyond 16 KiB), before any of our
  // code.
  if (status < 400 || input.method === 'HEAD' || status === 431 || text === '') return undefined
  const surface = /^\/(\w+)\/v1(?:\/|$|\?)/.exec(input.path)?.[1] ?? ''
  if (!String(headers['content-type']).includes('json')) {
    return SHAPES[surface] ? `an error of type ${headers['content-type']}: ${clip(text)}` : undefined
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return `an error that is not JSON: ${clip(text)}`
  }
  if (BAD_ADDRESS.safeParse(body).success) return undefined
  // OPTIONS is answered before the surfaces, in the same way for all.
  const shape = input.method === 'OPTIONS' ? FRAME : (SHAPES[surface] ?? FRAME)
  return shape.safeParse(body).success ? undefined : `an error of another shape (${surface}): ${clip(text)}`
}

/** Whether the caller sent this text: error messages may repeat what they refuse. */
function isEcho({ path, headers, body }: HttpInput, words: string): boolean {
  const sent = [path, safelyDecoded(path), ...Object.values(headers), body ? String(render(body)) : '']
  return sent.some((part) => part.includes(words) || part.includes(words.slice(0, 12)))
}

function safelyDecoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const clip = (words: string) => (words.length > 300 ? `${words.slice(0, 300)}…` : words)
