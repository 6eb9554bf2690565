import { z } from 'zod'
import type { SessionsEnded } from '../bus/bus.ts'
import type { Sql } from '../db/pool.ts'

/**
 * Whether sessions live, as interno.exigir_persona decides it for one. Askings of one moment are one statement: after
 * a restart everyone comes back at once.
 */
export type Life = 'lives' | 'suspended' | 'ended'
export interface SessionOf {
  sessionId: string
  userId: string
}

export interface Living {
  ask(session: SessionOf): Promise<Life>
  askAll(sessions: SessionOf[]): Promise<Map<string, Life>>
  /** An answer under way may be older than this event. */
  note(ended: SessionsEnded): void
}

const Rows = z.array(z.object({ id: z.string(), suspended: z.boolean() }))

export function living(sql: Sql): Living {
  let waiting: { session: SessionOf; resolve(life: Life): void; reject(error: unknown): void }[] = []
  const underWay = new Set<SessionsEnded[]>()

  const askAll = async (sessions: SessionOf[]): Promise<Map<string, Life>> => {
    const meanwhile: SessionsEnded[] = []
    underWay.add(meanwhile)
    const found = await sql`
        select a.session_id as id, p.suspendido_en is not null as suspended
        from unnest(${sessions.map((one) => one.sessionId)}::uuid[], ${sessions.map((one) => one.userId)}::uuid[])
          as a (session_id, user_id)
        join auth.sessions s on s.id = a.session_id and s.user_id = a.user_id
        join public.profiles p on p.id = a.user_id`.finally(() => underWay.delete(meanwhile))
    const rows = Rows.parse(found)
    const lives = new Map<string, Life>(
      rows.map(({ id, suspended }) => [id, suspended ? 'suspended' : 'lives']),
    )
    for (const one of sessions) {
      const over = meanwhile.some((event) => isEnded(event, one))
      if (over || !lives.has(one.sessionId)) lives.set(one.sessionId, 'ended')
    }
    return lives
  }

  const flush = () => {
    const asked = waiting
    waiting = []
    askAll(asked.map(({ session }) => session)).then(
      (lives) => {
        for (const { session, resolve } of asked) resolve(lives.get(session.sessionId) ?? 'ended')
      },
      (error: unknown) => {
        for (const { reject } of asked) reject(error)
      },
    )
  }

  return {
    askAll,
    ask: (session) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ session, resolve, reject }) === 1) setImmediate(flush)
      }),
    note: (event) => {
      for (const meanwhile of underWay) meanwhile.push(event)
    },
  }
}

export const isEnded = ({ userId, only, except }: SessionsEnded, session: SessionOf) =>
  session.userId === userId &&
  (only === undefined || session.sessionId === only) &&
  (except === undefined || session.sessionId !== except)
