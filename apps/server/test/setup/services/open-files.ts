import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'

const DESCRIPTORS = '/proc/self/fd'

/** Files that this process has open and whose path ends with the given text. Only Linux lists them; elsewhere none is found. */
export async function openFiles(ending: string): Promise<string[]> {
  const descriptors = await readdir(DESCRIPTORS).catch(() => [])
  // The descriptor of this listing is closed already.
  const files = await Promise.all(
    descriptors.map((name) => readlink(join(DESCRIPTORS, name)).catch(() => '')),
  )
  return files.filter((file) => file.endsWith(ending))
}
