import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { PermanentFailure } from '../../../platform/jobs/definition.ts'

/**
 * Writes a ZIP to a file, one entry after the other, through a transform that encrypts it. Only one entry's current part is in
 * memory, so the memory does not grow with the size of the whole.
 */
export interface ZipFile {
  /** An entry of text, which is compressed. */
  text(name: string, parts: Iterable<string> | AsyncIterable<string>): Promise<void>
  /** An entry of bytes that are compressed already, such as a picture. */
  bytes(name: string, bytes: Buffer): Promise<void>
  /** Writes the directory of the ZIP. Returns its size in bytes. */
  close(): Promise<number>
  abort(): void
}

/** The format without extensions ends at 4 GB, and the column with the size at 2 GB. */
const MAX_BYTES = 1_900_000_000

export function zipFile(path: string, sealing: Transform): ZipFile {
  const done = pipeline(sealing, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  // A failed write is reported by `close`, or by the next wait for the disk.
  done.catch(() => {})
  let size = 0
  let failure: Error | undefined
  const zip = new Zip((error, part) => {
    if (error) failure = error
    else {
      size += part.length
      sealing.write(part)
    }
  })
  const settled = async () => {
    if (failure) throw failure
    if (size > MAX_BYTES) throw new PermanentFailure('the export is larger than a file may be')
    if (sealing.writableNeedDrain) await Promise.race([once(sealing, 'drain'), done])
  }
  return {
    text: async (name, parts) => {
      const entry = new ZipDeflate(name, { level: 6 })
      zip.add(entry)
      for await (const part of parts) {
        entry.push(Buffer.from(part))
        await settled()
      }
      entry.push(new Uint8Array(0), true)
      await settled()
    },
    bytes: async (name, bytes) => {
      const entry = new ZipPassThrough(name)
      zip.add(entry)
      entry.push(bytes, true)
      await settled()
    },
    close: async () => {
      zip.end()
      await settled()
      sealing.end()
      await done
      return size
    },
    abort: () => {
      zip.terminate()
      sealing.destroy()
    },
  }
}
