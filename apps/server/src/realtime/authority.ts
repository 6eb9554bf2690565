import { errors } from 'jose'
import { CallerError, type CallerReader, type Person } from '../caller.ts'
import type { Sql } from '../db/pool.ts'
import type { Secrets } from '../secrets.ts'
import { nameOf } from './hub.ts'
import type { Living } from './living.ts'

/** Who a channel belongs to, and whether they may be in it: asked when it is joined and with every new token. */

/** A refusal: the reason of a join's answer is the code and the words; a channel that ends is told the words. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface Authority {
  /** Undefined for the keys alone, which stand for nobody. */
  personOf(token: string | undefined): Promise<Person | undefined>
  /**
   * Refuses who is not of the conversation in the words for one that is not there. Other topics are open to all, for
   * the rows that each may read. They offer no private channels and no presence: a join that asks for these, which
   * `restricted` says, is refused too.
   */
  checkTopic(topic: string, person: Person | undefined, restricted: boolean): Promise<void>
}

const CHAT = 'realtime:chat:'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A topic of a conversation: there, people speak to each other. */
export const isOfChat = (topic: string) => topic.startsWith(CHAT)

export function authority(
  sql: Sql,
  { publishableKey, secretKey }: Pick<Secrets, 'publishableKey' | 'secretKey'>,
  callers: CallerReader,
  living: Living,
): Authority {
  return {
    personOf: async (token) => {
      if (token === undefined || token === publishableKey || token === secretKey) return undefined
      const person = await callers.verify(token).catch((error: unknown) => Promise.reject(refusalOf(error)))
      const life = await living.ask(person)
      if (life === 'lives') return person
      throw life === 'suspended'
        ? new Refusal('InvalidJWTToken', 'User is banned')
        : new Refusal('InvalidJWTToken', 'Session from session_id claim in JWT does not exist')
    },
    checkTopic: async (topic, person, restricted) => {
      if (!isOfChat(topic) && !restricted) return
      if (person && isOfChat(topic) && (await isOne(sql, topic.slice(CHAT.length), person.userId))) return
      throw new Refusal(
        'Unauthorized',
        `You do not have permissions to read from this Channel topic: ${nameOf(topic)}`,
      )
    },
  }
}

async function isOne(sql: Sql, chatId: string, userId: string): Promise<boolean> {
  if (!UUID.test(chatId)) return false
  const rows = await sql`
    select 1 from public.chats where id = ${chatId} and ${userId} in (buscador_id, maestro_id)`
  return rows.length > 0
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof CallerError)) return error
  const { cause } = error
  if (cause instanceof errors.JWTExpired) {
    return new Refusal('InvalidJWTToken', expiredText(Number(cause.payload.exp)))
  }
  return cause instanceof errors.JWSSignatureVerificationFailed
    ? new Refusal('JwtSignatureError', 'Failed to validate JWT signature')
    : new Refusal('MalformedJWT', 'The token provided is not a valid JWT')
}

export const expiredText = (expires: number) =>
  `Token has expired ${Math.max(0, Math.floor(Date.now() / 1000 - expires))} seconds ago`
