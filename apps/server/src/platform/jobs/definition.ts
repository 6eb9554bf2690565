import type { FastifyBaseLogger } from 'fastify'
import type { ISql } from 'postgres'
import { z } from 'zod'

/**
 * A job is work that is done after a transaction has committed. It is added inside that transaction (addJob, or
 * interno.encolar in SQL), so it exists exactly when the rows exist that caused it, and it is retried until it
 * succeeds or has used up its attempts.
 */
export interface Job<Services> {
  readonly name: string
  readonly attempts: number
  readonly cron: string | undefined
  readonly catchUpMinutes: number
  readonly oneAtATime: boolean
  /** Parses the payload and does the work. */
  run(payload: unknown, context: JobContext<Services>): Promise<void>
}

/** A job with the type of its payload, as addJob needs it. */
export interface TypedJob<Payload, Services> extends Job<Services> {
  readonly payload: z.ZodType<Payload>
}

export interface JobContext<Services> {
  readonly services: Services
  /** The same in every attempt. */
  readonly id: string
  readonly createdAt: Date
  /** Aborts when the process must stop before the job has ended. The job is then given back to the queue. */
  readonly signal: AbortSignal
  readonly log: FastifyBaseLogger
}

/** Thrown by a job that no further attempt can help. It becomes a failed job at once. */
export class PermanentFailure extends Error {}

/** Enough for about 16 hours of failures: the wait before attempt n + 1 is e^n seconds, at most 6 hours. */
export const DEFAULT_ATTEMPTS = 12

export function defineJob<Payload, Services>(definition: {
  /** In kebab-case; written into the queue, so a name that was used stays. */
  name: string
  payload: z.ZodType<Payload>
  attempts?: number
  /** When to add the job by itself, in UTC: minute, hour, day, month, day of the week. */
  cron?: string
  /** Times of `cron` that passed while no process ran, up to this long ago, are run afterwards. */
  catchUpMinutes?: number
  /** A time of `cron` waits until the run of the time before, and of other schedules with this flag, has ended. At most one waits. */
  oneAtATime?: boolean
  handle(payload: Payload, context: JobContext<Services>): Promise<void>
}): TypedJob<Payload, Services> {
  const { name, payload, attempts = DEFAULT_ATTEMPTS, cron, handle } = definition
  const { catchUpMinutes = 0, oneAtATime = false } = definition
  return {
    name,
    payload,
    attempts,
    cron,
    catchUpMinutes,
    oneAtATime,
    run: async (given, context) => {
      const parsed = payload.safeParse(given)
      if (!parsed.success)
        throw new PermanentFailure(`the payload is not valid: ${z.prettifyError(parsed.error)}`)
      await handle(parsed.data, context)
    },
  }
}

/** Adds a job with the caller's `sql`: inside a transaction it is committed, or rolled back, together with it. */
export async function addJob<Payload>(
  sql: ISql,
  job: Pick<TypedJob<Payload, never>, 'name' | 'attempts' | 'payload'>,
  payload: Payload,
): Promise<void> {
  const text = JSON.stringify(job.payload.parse(payload))
  await sql`select interno.encolar(${job.name}, ${text}::text::jsonb, ${job.attempts})`
}
