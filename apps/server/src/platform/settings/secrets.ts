import { createECDH, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hasCode, isCoded } from '../error-code.ts'
import type { Config } from './config.ts'

/** Secrets that are not configured are generated once and stored, so that tokens survive a restart. */

const StoredSecrets = z.object({
  jwtSecret: z.string().min(32),
  publishableKey: z.string().min(32),
  secretKey: z.string().min(32),
  databasePassword: z.string().min(32),
  /** The keys by which push services recognize this server (RFC 8292). With other keys every subscription ends. */
  vapid: z.object({ publicKey: z.string().length(87), privateKey: z.string().length(43) }),
})

/** Encrypts identity documents at rest. Without this key they cannot be read any more. */
const StoredDocumentsKey = z.object({ key: z.string().min(32) })

export type Secrets = z.infer<typeof StoredSecrets> & { documentsKey: string }

const token = (prefix = '') => prefix + randomBytes(32).toString('base64url')

export async function loadSecrets(config: Config): Promise<Secrets> {
  const stored = await storedIn(config.DATA_DIR, 'secrets.json', StoredSecrets, () => ({
    jwtSecret: token(),
    publishableKey: token('sb_publishable_'),
    secretKey: token('sb_secret_'),
    databasePassword: token(),
    vapid: generateVapid(),
  }))
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = config
  return {
    jwtSecret: config.JWT_SECRET ?? stored.jwtSecret,
    publishableKey: config.PUBLISHABLE_KEY ?? stored.publishableKey,
    secretKey: config.SECRET_KEY ?? stored.secretKey,
    databasePassword: stored.databasePassword,
    vapid: publicKey && privateKey ? { publicKey, privateKey } : stored.vapid,
    documentsKey: await documentsKeyOf(config),
  }
}

/** The secret of signed addresses as a server with these settings has it; undefined when none was generated here. */
export async function existingJwtSecret(
  config: Pick<Config, 'JWT_SECRET' | 'DATA_DIR'>,
): Promise<string | undefined> {
  if (config.JWT_SECRET !== undefined) return config.JWT_SECRET
  const text = await readFile(join(config.DATA_DIR, 'secrets.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : StoredSecrets.parse(JSON.parse(text)).jwtSecret
}

/** A file of its own, so that a backup of the other secrets and of the documents does not contain it. */
async function documentsKeyOf({ DOCUMENTS_KEY, DATA_DIR }: Config): Promise<string> {
  if (DOCUMENTS_KEY !== undefined) return DOCUMENTS_KEY
  return (await storedIn(DATA_DIR, 'documents-key.json', StoredDocumentsKey, () => ({ key: token() }))).key
}

function generateVapid() {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys('base64url')
  // A private key may begin with zeros, which the curve leaves out.
  const privateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
  return { publicKey, privateKey }
}

async function storedIn<T>(
  dataDir: string,
  name: string,
  schema: z.ZodType<T>,
  generate: () => T,
): Promise<T> {
  const path = join(dataDir, name)
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) {
      const reason = isCoded(error)
        ? `no se puede leer (${error.code}); revise su dueño y sus permisos`
        : 'no se puede leer como las claves guardadas; repóngalo o muévalo'
      throw new Error(`${path} ${reason}`, { cause: error })
    }
  }
  const generated = generate()
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
    if (!hasCode(error, 'EEXIST')) throw error
    return storedIn(dataDir, name, schema, generate)
  } finally {
    await unlink(draft)
  }
}
