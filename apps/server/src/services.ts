import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './db/pool.ts'
import type { CallerReader } from './http/caller.ts'
import type { Limits } from './http/limits.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Bus } from './realtime/bus.ts'
import type { Secrets } from './secrets.ts'
import type { ObjectStore } from './storage/store.ts'

/** What every surface is handed at start: no module keeps state of its own. */
export interface Services {
  config: Config
  secrets: Secrets
  db: Database
  callers: CallerReader
  limits: Limits
  mail: Mailer
  objects: ObjectStore
  bus: Bus
  log: FastifyBaseLogger
}
