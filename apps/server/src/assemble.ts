import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { type DatabaseTarget, openDatabase } from './db/pool.ts'
import { callerReader } from './http/caller.ts'
import { memoryLimits } from './http/limits.ts'
import { redisLimits } from './http/redis-limits.ts'
import { makeMailer } from './mail/make.ts'
import type { Secrets } from './secrets.ts'
import type { Services } from './services.ts'
import { diskStore } from './storage/disk.ts'

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
  const mail = makeMailer(config, log)
  const limits = config.REDIS_URL ? await redisLimits(config.REDIS_URL, log) : memoryLimits()
  const db = openDatabase(target, { pool: config.DATABASE_POOL })
  return {
    config,
    secrets,
    log,
    db,
    limits,
    mail,
    callers: callerReader(secrets),
    objects: diskStore(join(config.DATA_DIR, 'objects')),
    close: async () => {
      await mail.close()
      await limits.close()
      await db.close()
    },
  }
}
