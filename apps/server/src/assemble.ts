import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { type DatabaseTarget, openDatabase } from './db/pool.ts'
import { callerReader } from './http/caller.ts'
import { memoryLimits } from './http/limits.ts'
import { redisLimits } from './http/redis-limits.ts'
import { makeMailer } from './mail/make.ts'
import { localBus } from './realtime/bus.ts'
import { redisBus } from './realtime/redis-bus.ts'
import type { Secrets } from './secrets.ts'
import type { Services } from './services.ts'
import { diskStore } from './storage/disk.ts'
import { reachS3, s3Store } from './storage/s3.ts'

export interface Assembled extends Services {
  /** Lets go of connections and timers, in the reverse order of their making. */
  close(): Promise<void>
}

/** The services as the settings want them: here, and nowhere else, one implementation is chosen over another. */
export async function assemble(given: {
  config: Config
  secrets: Secrets
  target: DatabaseTarget
  log: FastifyBaseLogger
}): Promise<Assembled> {
  const { config, secrets, target, log } = given
  const objects = config.s3 ? s3Store(config.s3) : diskStore(join(config.DATA_DIR, 'objects'))
  if (config.s3) await reachS3(objects, log)
  const mail = makeMailer(config, log)
  const limits = config.REDIS_URL ? await redisLimits(config.REDIS_URL, log) : memoryLimits()
  const bus = config.REDIS_URL ? await redisBus(config.REDIS_URL, log) : localBus()
  const db = openDatabase(target, { pool: config.DATABASE_POOL, statementMs: config.DATABASE_STATEMENT_MS })
  return {
    config,
    secrets,
    log,
    db,
    limits,
    mail,
    bus,
    callers: callerReader(secrets),
    objects,
    close: async () => {
      await mail.close()
      await limits.close()
      await bus.close()
      await db.close()
    },
  }
}
