import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config.ts'

/** Secrets that are not configured are generated once and stored, so that tokens survive a restart. */

const StoredSecrets = z.object({
  jwtSecret: z.string().min(32),
  publishableKey: z.string().min(32),
  secretKey: z.string().min(32),
  databasePassword: z.string().min(32),
})

export type Secrets = z.infer<typeof StoredSecrets>

const token = (prefix = '') => prefix + randomBytes(32).toString('base64url')

export async function loadSecrets(config: Config): Promise<Secrets> {
  const stored = await storedSecrets(config.DATA_DIR)
  return {
    jwtSecret: config.JWT_SECRET ?? stored.jwtSecret,
    publishableKey: config.PUBLISHABLE_KEY ?? stored.publishableKey,
    secretKey: config.SECRET_KEY ?? stored.secretKey,
    databasePassword: stored.databasePassword,
  }
}

async function storedSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json')
  try {
    return StoredSecrets.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      throw new Error(`${path} no se puede leer como las claves guardadas; repóngalo o muévalo`, {
        cause: error,
      })
    }
  }
  const generated: Secrets = {
    jwtSecret: token(),
    publishableKey: token('sb_publishable_'),
    secretKey: token('sb_secret_'),
    databasePassword: token(),
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // The file is written under another name and then linked: a crash never leaves half a file under the real
  // name, and of two first starts at the same time the second uses the secrets of the first.
  const draft = `${path}.${process.pid}`
  const file = await open(draft, 'w', 0o600)
  await file.writeFile(`${JSON.stringify(generated, null, 2)}\n`)
  await file.sync()
  await file.close()
  try {
    await link(draft, path)
    return generated
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return storedSecrets(dataDir)
  } finally {
    await unlink(draft)
  }
}
