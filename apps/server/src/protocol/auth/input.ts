import { CONTRASENA_MIN } from '@maestros/dominio/limites'
import { z } from 'zod'
import { easyPassword, invalidBody, refused, unprocessable, weakPassword } from './errors.ts'
import { isEasyToGuess } from './passwords/easy-passwords.ts'

/** Parses the input of requests, with the error texts of Supabase. */

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

/** For a sign-in, which accepts any text up to this size: no account can have a longer e-mail address. */
export function boundedEmail(text: string): string {
  const email = normalEmail(text)
  if (email.length > EMAIL_CHARS) throw refused('An email address is too long')
  return email
}

export function parseEmail(text: string): string {
  const email = boundedEmail(text)
  if (email === '') throw refused('An email address is required')
  if (!Email.safeParse(email).success) throw refused('Unable to validate email address: invalid format')
  return email
}

/**
 * A new password has six characters or more and is not one that strangers try first. The upper limit only prevents very large
 * requests.
 */
export function checkPassword(password: string, email: string) {
  checkPasswordSize(password)
  if ([...password].length < CONTRASENA_MIN) throw weakPassword(CONTRASENA_MIN)
  if (isEasyToGuess(password, email)) throw easyPassword()
}

/** For a password to be checked. Longer ones were never accepted, so they are not hashed either. */
export function checkPasswordSize(password: string) {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw unprocessable(`Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`)
  }
}

/** Longer than any token or code that the server creates. */
const TOKEN_CHARS = 255

export const isTooLongForToken = (text: string) => text.length > TOKEN_CHARS

/** Uses only the first value when a parameter is repeated. */
const first = (value: unknown) => (Array.isArray(value) ? value[0] : value)

export const queryText = z.preprocess(first, z.string().optional())
export const RedirectQuery = z.object({ redirect_to: queryText })
