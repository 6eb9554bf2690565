import { errors } from 'jose'
import { CallerError, type CallerReader, type Person } from '../../platform/caller.ts'
import type { Sql } from '../../platform/db/pool.ts'
import type { Secrets } from '../../platform/settings/secrets.ts'
import { nameOf } from './hub.ts'
import type { SessionChecker, SessionStatus } from './session-checker.ts'

/**
 * Decides to whom a channel belongs and whether that person may join it. Checked at each join and with each
 * new token.
 */

/**
 * A refused join or token. A join's reply contains the code and the message; an open channel that is closed
 * gets only the message.
 */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface Authorizer {
  /** Undefined for an API key alone, which belongs to no person. */
  personOf(token: string | undefined): Promise<Person | undefined>
  /** The secret key reads every table, and yet no change has it as a reader. */
  isSecretKey(token: string | undefined): boolean
  /**
   * Throws a refusal when the person does not take part in the conversation, with the same message as for a
   * conversation that does not exist. All other topics are open to everyone, and deliver only the rows that
   * each person may read. They offer neither private channels nor presence nor broadcasts: `restricted` is true when a join
   * requests one of these, and then the join is refused too. `blocked` says that one of the two people of the
   * conversation blocks the other.
   */
  checkTopic(topic: string, person: Person | undefined, restricted: boolean): Promise<{ blocked: boolean }>
}

const CHAT = 'realtime:chat:'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** True for the topic of a conversation. Only these topics have broadcasts and presence. */
export const isChatTopic = (topic: string) => topic.startsWith(CHAT)

export function authorizer(
  sql: Sql,
  { publishableKey, secretKey }: Pick<Secrets, 'publishableKey' | 'secretKey'>,
  callers: CallerReader,
  sessions: SessionChecker,
): Authorizer {
  return {
    personOf: async (token) => {
      if (token === undefined || token === publishableKey || token === secretKey) return undefined
      const person = await callers.verify(token).catch((error: unknown) => Promise.reject(refusalOf(error)))
      const status = await sessions.check(person)
      if (status === 'active') return person
      throw refusalOfStatus(status)
    },
    isSecretKey: (token) => token === secretKey,
    checkTopic: async (topic, person, restricted) => {
      if (!isChatTopic(topic) && !restricted) return { blocked: false }
      const chat =
        person && isChatTopic(topic) ? await chatOf(sql, topic.slice(CHAT.length), person.userId) : undefined
      if (chat) return chat
      throw new Refusal(
        'Unauthorized',
        `You do not have permissions to read from this Channel topic: ${nameOf(topic)}`,
      )
    },
  }
}

function refusalOfStatus(status: Exclude<SessionStatus, 'active'>): Refusal {
  switch (status) {
    case 'suspended':
      return new Refusal('InvalidJWTToken', 'User is banned')
    case 'operator':
      return new Refusal('Unauthorized', 'Operators have no channels')
    case 'ended':
      return new Refusal('InvalidJWTToken', 'Session from session_id claim in JWT does not exist')
  }
}

/** Undefined for everyone who is not one of its two people. */
async function chatOf(sql: Sql, chatId: string, userId: string): Promise<{ blocked: boolean } | undefined> {
  if (!UUID.test(chatId)) return undefined
  const [chat] = await sql<{ blocked: boolean }[]>`
    select bloqueado_en is not null as blocked from public.chats
    where id = ${chatId} and ${userId} in (buscador_id, maestro_id)`
  return chat
}

/** The topic of a chat. */
export const chatTopic = (chatId: string) => CHAT + chatId

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
