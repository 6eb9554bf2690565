import { z } from 'zod'
import { invalidBody, refused, unprocessable, weakPassword } from './errors.ts'

/** What arrives is parsed here, with the original's words for what is wrong with it. */

const PASSWORD_MIN_CHARS = 6
const PASSWORD_MAX_BYTES = 1024
const EMAIL_CHARS = 255

const Email = z.email()

export const normalEmail = (text: string) => text.trim().toLowerCase()

export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw invalidBody(describe(parsed.error))
}

export function describe(error: z.ZodError): string {
  const issue = error.issues[0]
  const place = issue?.path.join('.')
  return `${place ? `${place}: ` : ''}${issue?.message ?? 'not valid'}`
}

export function parseEmail(text: string): string {
  const email = normalEmail(text)
  if (email === '') throw refused('An email address is required')
  if (email.length > EMAIL_CHARS) throw refused('An email address is too long')
  if (!Email.safeParse(email).success) throw refused('Unable to validate email address: invalid format')
  return email
}

/** Six characters is the only rule; the upper bound only keeps someone from sending a book. */
export function checkPassword(password: string) {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw unprocessable(`Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`)
  }
  if ([...password].length < PASSWORD_MIN_CHARS) throw weakPassword(PASSWORD_MIN_CHARS)
}

/** The product's links carry tokens in the hash; a client of the other flow would wait for a code for ever. */
export function refusePkce(challenge: string | null | undefined) {
  if (challenge) throw refused('PKCE is not supported: use the implicit flow')
}

/** Only the first when a parameter is repeated. */
const first = (value: unknown) => (Array.isArray(value) ? value[0] : value)

export const queryText = z.preprocess(first, z.string().optional())
export const RedirectQuery = z.object({ redirect_to: queryText })
