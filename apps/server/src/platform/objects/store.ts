import type { Readable } from 'node:stream'

/** Reads and writes bytes by path. Access is checked before these functions are called. */
export interface ObjectStore {
  read(path: string): Promise<{ bytes: Buffer; size: number } | undefined>
  write(path: string, bytes: Buffer): Promise<void>
  /** The same for the bytes of a file of this machine, without reading all of it into memory. */
  writeFile(path: string, file: string): Promise<void>
  /** A stream of the bytes, for objects that are too large for memory. A part without an end reaches to the end of the object. */
  stream(path: string, part?: { start: number; end?: number }): Promise<Readable | undefined>
  remove(path: string): Promise<void>
  /** Removes the files of unfinished writes that began before the given time. */
  removeTemporaryFiles(before: Date): Promise<void>
}
