import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../../error-code.ts'
import { type Account, canUse, unprivilegedAccount } from './account.ts'
import { type Native, runnableNative } from './native.ts'

/**
 * Where the cluster is stored and which user runs it. Normally it is DATA_DIR/postgres and the current user.
 * For root it must be a folder that the unprivileged user can access. When DATA_DIR is not, a folder under
 * /var/lib is used, and the file LOCATION in DATA_DIR/postgres contains its path.
 */
export interface Place {
  home: string
  cluster: string
  account: Account | undefined
  native: Native
  /** Writes LOCATION. Called when the cluster is complete. */
  recordLocation(): Promise<void>
}

const SYSTEM_FOLDER = '/var/lib/maestros-cdmx'

export async function choosePlace(dataDir: string): Promise<Place> {
  const real = await realpath(dataDir)
  const near = join(real, 'postgres')
  const location = join(near, 'LOCATION')
  await mkdir(near, { recursive: true, mode: 0o700 })
  const written = await readFile(location, 'utf8').catch(ifMissing(undefined))
  if (written !== undefined) return existing(written.trim(), location)
  if (await hasCluster(near)) return existing(near)

  const account = unprivilegedAccount()
  if (account) await chown(near, account.uid, account.gid)
  if (!account || canUse(near, account)) return place(near, account, async () => {})

  const far = join(SYSTEM_FOLDER, createHash('sha256').update(real).digest('hex').slice(0, 12))
  await mkdir(far, { recursive: true })
  await chmod(SYSTEM_FOLDER, 0o755)
  await chown(far, account.uid, account.gid)
  await chmod(far, 0o700)
  // The cluster of a DATA_DIR that was removed. Its keys are lost, but we must not delete the data.
  if (await hasCluster(far)) await rename(join(far, 'cluster'), join(far, `apartado-${Date.now()}`))
  return place(far, account, () => writeFile(location, `${far}\n`))
}

async function existing(home: string, location?: string): Promise<Place> {
  const cluster = join(home, 'cluster')
  if (!(await hasCluster(home))) {
    throw new Error(
      `${location} dice que la base de datos está en ${home}, y no está; repóngala o borre ese archivo`,
    )
  }
  const { uid, gid } = await stat(cluster)
  const account = process.getuid?.() === 0 ? { uid, gid } : undefined
  if (account && !canUse(cluster, account)) {
    throw new Error(
      `el usuario ${uid}, dueño de la base de datos, no puede entrar en ${cluster}; ábrale las carpetas`,
    )
  }
  if (!account && uid !== process.getuid?.()) {
    throw new Error(
      `la base de datos en ${cluster} es del usuario ${uid}; inicie como ese usuario o con otro DATA_DIR`,
    )
  }
  const found = await place(home, account, async () => {})
  const major = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (major !== found.native.major) {
    throw new Error(
      `la base de datos en ${cluster} es de PostgreSQL ${major} y el integrado es ${found.native.major}`,
    )
  }
  return found
}

async function place(
  home: string,
  account: Account | undefined,
  recordLocation: () => Promise<void>,
): Promise<Place> {
  return {
    home,
    cluster: join(home, 'cluster'),
    account,
    native: await runnableNative(account, SYSTEM_FOLDER),
    recordLocation,
  }
}

export async function hasCluster(home: string): Promise<boolean> {
  return stat(join(home, 'cluster', 'PG_VERSION')).then(() => true, ifMissing(false))
}

/** Only a missing file gives the value. A folder that cannot be read is an error. */
function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (hasCode(error, 'ENOENT')) return value
    throw error
  }
}
