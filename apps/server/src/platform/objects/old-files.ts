import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../error-code.ts'

/** Removes the files of a folder that were last written before the given time. The folder may be missing. */
export async function removeOldFiles(folder: string, before: Date): Promise<void> {
  try {
    for await (const { name } of await opendir(folder)) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found?.isFile() && found.mtime < before) await rm(path, { force: true })
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}
