import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { localBus } from './platform/bus/bus.ts'
import { redisBus } from './platform/bus/redis-bus.ts'
import { callerReader } from './platform/caller.ts'
import { type DatabaseTarget, openDatabase } from './platform/db/pool.ts'
import { memoryLimits } from './platform/limits/rate-limits.ts'
import { redisLimits } from './platform/limits/redis-rate-limits.ts'
import { makeMailer } from './platform/mail/choose-mailer.ts'
import { diskStore } from './platform/objects/disk.ts'
import { checkS3, s3Store } from './platform/objects/s3.ts'
import { sealedStore } from './platform/objects/sealed.ts'
import type { Services } from './platform/services.ts'
import type { Config } from './platform/settings/config.ts'
import type { Secrets } from './platform/settings/secrets.ts'

export interface Assembled extends Services {
  /** Closes connections and timers. */
  close(): Promise<void>
}

/** Creates the services. This is the only place that chooses an implementation by the settings. */
export async function assemble(given: {
  config: Config
  secrets: Secrets
  target: DatabaseTarget
  log: FastifyBaseLogger
}): Promise<Assembled> {
  const { config, secrets, target, log } = given
  const store = config.s3 ? s3Store(config.s3) : diskStore(join(config.DATA_DIR, 'objects'))
  const objects = sealedStore(store, secrets.documentsKey)
  if (config.s3) {
    await checkS3(objects, log)
    if (config.DOCUMENTS_KEY === undefined) {
      log.warn(
        'S3_* is set and DOCUMENTS_KEY is not: identity documents are encrypted with a key that only this machine has',
      )
    }
  } else if (config.REDIS_URL) {
    log.warn(
      'REDIS_URL is set and S3_* is not: pictures stay on the disk of this machine, and other machines do not have them',
    )
  }
  if (config.production && config.SITE_URL === undefined) {
    log.warn(`NODE_ENV is production and SITE_URL is not set: links in e-mails lead to ${config.siteUrl}`)
  }
  if (config.production && config.SMTP_URL === undefined) {
    log.warn('NODE_ENV is production and SMTP_URL is not set: e-mails are written to DATA_DIR and not sent')
  }
  if (config.production && config.demo) {
    log.warn('NODE_ENV is production and DEMO is 1: the password of the demo accounts is known to everybody')
  }
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
