import { z } from 'zod'
import type { SessionsEnded } from '../../platform/bus/bus.ts'
import type { Sql } from '../../platform/db/pool.ts'

/**
 * Checks whether sessions are active, with the same rule as interno.exigir_persona. Checks of the same
 * event-loop turn use one statement, because all clients reconnect at once after a restart.
 */
/** `operator`: the session of an operator, who has no channels. */
export type SessionStatus = 'active' | 'suspended' | 'operator' | 'ended'
export interface SessionOf {
  sessionId: string
  userId: string
}

export interface SessionChecker {
  check(session: SessionOf): Promise<SessionStatus>
  checkAll(sessions: SessionOf[]): Promise<Map<string, SessionStatus>>
  /** Must be called for each end of a session: a query that is running may return an older state. */
  noteEnded(ended: SessionsEnded): void
}

const Rows = z.array(
  z.object({ id: z.string(), suspended: z.boolean(), lives: z.boolean(), operator: z.boolean() }),
)

function statusOf({ suspended, lives, operator }: z.output<typeof Rows>[number]): SessionStatus {
  if (suspended) return 'suspended'
  if (!lives) return 'ended'
  return operator ? 'operator' : 'active'
}

export function sessionChecker(sql: Sql): SessionChecker {
  let waiting: { session: SessionOf; resolve(status: SessionStatus): void; reject(error: unknown): void }[] =
    []
  const running = new Set<SessionsEnded[]>()

  const checkAll = async (sessions: SessionOf[]): Promise<Map<string, SessionStatus>> => {
    const endedMeanwhile: SessionsEnded[] = []
    running.add(endedMeanwhile)
    const found = await sql`
        select a.session_id as id, s.id is not null and not interno.se_cierra(a.user_id) as lives,
          interno.esta_suspendido(a.user_id) as suspended, p.role is not distinct from 'operador' as operator
        from unnest(${sessions.map((one) => one.sessionId)}::uuid[], ${sessions.map((one) => one.userId)}::uuid[])
          as a (session_id, user_id)
        join public.profiles p on p.id = a.user_id
        left join auth.sessions s on s.id = a.session_id and s.user_id = a.user_id`.finally(() =>
      running.delete(endedMeanwhile),
    )
    const rows = Rows.parse(found)
    const statuses = new Map<string, SessionStatus>(rows.map((row) => [row.id, statusOf(row)]))
    for (const one of sessions) {
      const end = endedMeanwhile.find((event) => isEndedBy(event, one))
      if (end) statuses.set(one.sessionId, end.banned ? 'suspended' : 'ended')
      else if (!statuses.has(one.sessionId)) statuses.set(one.sessionId, 'ended')
    }
    return statuses
  }

  const flush = () => {
    const batch = waiting
    waiting = []
    checkAll(batch.map(({ session }) => session)).then(
      (statuses) => {
        for (const { session, resolve } of batch) resolve(statuses.get(session.sessionId) ?? 'ended')
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error)
      },
    )
  }

  return {
    checkAll,
    check: (session) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ session, resolve, reject }) === 1) setImmediate(flush)
      }),
    noteEnded: (event) => {
      for (const endedMeanwhile of running) endedMeanwhile.push(event)
    },
  }
}

export const isEndedBy = ({ userId, only, except }: SessionsEnded, session: SessionOf) =>
  session.userId === userId &&
  (only === undefined || session.sessionId === only) &&
  (except === undefined || session.sessionId !== except)
