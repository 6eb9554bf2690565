import type { CodigoError, Contract } from '@maestros/contrato'
import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from './bus/bus.ts'
import type { CallerReader } from './caller.ts'
import type { Database } from './db/pool.ts'
import type { Limits } from './limits/rate-limits.ts'
import type { Mailer } from './mail/mailer.ts'
import type { SealedStore } from './objects/sealed.ts'
import type { Config } from './settings/config.ts'
import type { Secrets } from './settings/secrets.ts'

/**
 * What every surface receives at start. Apart from memoized values and the count of delayed refusals
 * (platform/limits/delayed-refusal.ts), modules keep no state outside of these services.
 */
export interface Services {
  config: Config
  secrets: Secrets
  db: Database
  callers: CallerReader
  limits: Limits
  mail: Mailer
  objects: SealedStore
  bus: Bus
  log: FastifyBaseLogger
  /** Set by the tests only, because it costs time at each answer. */
  checkAnswer?: CheckAnswer
}

/** Throws when a function's contract does not have this body or this error code, or when the message is not one for people. */
export type CheckAnswer = (
  contract: Contract,
  answer: { body: unknown } | { code: CodigoError; message?: string },
) => void
