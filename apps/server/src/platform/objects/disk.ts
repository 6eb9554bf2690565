import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '../error-code.ts'
import { removeOldFiles } from './old-files.ts'
import { isSafePath } from './path.ts'
import type { ObjectStore } from './store.ts'

/** Stores objects as files under one folder: `<bucket>/<name>`. */

/**
 * The folder of temporary files, of unfinished writes. No bucket name may start with a dot, so it cannot collide with a
 * bucket.
 */
const TEMPORARY = '.drafts'

export function diskStore(dir: string): ObjectStore {
  const fileOf = (path: string) => {
    if (!isSafePath(path)) throw new Error(`not an object's path: ${JSON.stringify(path)}`)
    return join(dir, path)
  }

  const replace = async (path: string, fill: (file: FileHandle) => Promise<void>) => {
    const target = fileOf(path)
    const folder = join(dir, TEMPORARY)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = join(folder, randomBytes(16).toString('hex'))
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        await fill(file)
        await file.sync()
      } finally {
        await file.close()
      }
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      // The rename is atomic: a concurrent reader gets the old bytes or the new ones, never a part of either.
      await rename(temporary, target)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    async read(path) {
      try {
        const bytes = await readFile(fileOf(path))
        return { bytes, size: bytes.length }
      } catch (error) {
        // A folder, or a path below a file, is not an object.
        if (hasCode(error, 'ENOENT', 'EISDIR', 'ENOTDIR')) return undefined
        throw error
      }
    },

    write: (path, bytes) => replace(path, (file) => file.writeFile(bytes)),

    // A copy, because the source may be on another file system.
    writeFile: (path, source) => replace(path, (file) => file.writeFile(createReadStream(source))),

    async stream(path, part) {
      const file = fileOf(path)
      const found = await stat(file).catch(() => undefined)
      return found?.isFile() ? createReadStream(file, part) : undefined
    },

    async remove(path) {
      try {
        await rm(fileOf(path))
      } catch (error) {
        if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'ERR_FS_EISDIR')) throw error
      }
    },

    // Other processes write to the same folder, so only its age shows that a temporary file was abandoned.
    removeTemporaryFiles: (before) => removeOldFiles(join(dir, TEMPORARY), before),
  }
}
