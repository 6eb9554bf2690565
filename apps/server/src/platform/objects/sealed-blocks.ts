import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'

/**
 * The second format of sealed files, for files that are too large for memory (docs/decisions/verificacion.md). After the header follow blocks
 * of BLOCK_BYTES plain bytes, of which only the last may be shorter, each encrypted with AES-256-GCM and followed by its
 * tag, so that any part can be read without the rest. Each file has its own key, derived from the random salt in its header.
 * The nonce of a block is its number and whether it is the last one: blocks that were exchanged, and a file that was cut off,
 * are refused.
 */

export const BLOCKS_FORMAT = Buffer.from('MSEAL\x002\n', 'latin1')
const BLOCK_BYTES = 64 * 1024
const TAG_BYTES = 16
const SEALED_BYTES = BLOCK_BYTES + TAG_BYTES
const SALT_BYTES = 16
const NONCE_BYTES = 12
const CIPHER = 'aes-256-gcm'

/** Both ends included. Without an end it reaches to the end of the file. */
interface Part {
  start: number
  end?: number
}

/** `prefix` is the format and the id of the key, with which every header begins. */
export function blockSeal(key: Buffer, prefix: Buffer) {
  const headerBytes = prefix.length + SALT_BYTES

  const fileOf = (path: string, header: Buffer) => {
    const info = 'maestros/documents/blocks'
    const fileKey = Buffer.from(hkdfSync('sha256', key, header.subarray(prefix.length), info, 32))
    // A file that was moved to another path is refused.
    const context = Buffer.concat([header, Buffer.from(path)])
    const settings = { authTagLength: TAG_BYTES }
    return {
      seal(number: number, block: Buffer, last: boolean): Buffer {
        const cipher = createCipheriv(CIPHER, fileKey, nonceOf(number, last), settings).setAAD(context)
        return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()])
      },
      open(number: number, sealed: Buffer, last: boolean): Buffer {
        try {
          const decipher = createDecipheriv(CIPHER, fileKey, nonceOf(number, last), settings)
            .setAAD(context)
            .setAuthTag(sealed.subarray(-TAG_BYTES))
          return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
        } catch (cause) {
          throw new Error(`${path} is encrypted and damaged, cut off, or was moved`, { cause })
        }
      },
    }
  }

  return {
    headerBytes,

    /** Encrypts what is written to it. */
    sealing(path: string): Transform {
      const header = Buffer.concat([prefix, randomBytes(SALT_BYTES)])
      const file = fileOf(path, header)
      let number = 0
      let waiting = Buffer.alloc(0)
      return new Transform({
        construct(done) {
          this.push(header)
          done()
        },
        transform(bytes: Buffer, _encoding, done) {
          waiting = Buffer.concat([waiting, bytes])
          // A full block waits for the next byte, because it may be the last one.
          while (waiting.length > BLOCK_BYTES) {
            this.push(file.seal(number++, waiting.subarray(0, BLOCK_BYTES), false))
            waiting = waiting.subarray(BLOCK_BYTES)
          }
          done()
        },
        flush(done) {
          done(null, file.seal(number, waiting, true))
        },
      })
    },

    /** Where the blocks of a part of the plain bytes are. One byte more shows whether the last of them ends the file. */
    placeOf({ start, end }: Part): Part {
      return {
        start: headerBytes + blockOf(start) * SEALED_BYTES,
        ...(end !== undefined && { end: headerBytes + (blockOf(end) + 1) * SEALED_BYTES }),
      }
    },

    /** The plain bytes of a part, from the bytes at its `placeOf`. */
    async *open(
      path: string,
      header: Buffer,
      sealed: AsyncIterable<Buffer> | Iterable<Buffer>,
      { start, end = Number.POSITIVE_INFINITY }: Part,
    ): AsyncGenerator<Buffer> {
      const file = fileOf(path, header)
      let number = blockOf(start)
      let waiting = Buffer.alloc(0)
      const next = (size: number, last: boolean): Buffer => {
        const offset = number * BLOCK_BYTES
        const block = file.open(number++, waiting.subarray(0, size), last)
        waiting = waiting.subarray(size)
        return block.subarray(Math.max(0, start - offset), end + 1 - offset)
      }
      for await (const bytes of sealed) {
        waiting = Buffer.concat([waiting, bytes])
        while (waiting.length > SEALED_BYTES) {
          yield next(SEALED_BYTES, false)
          if (number > blockOf(end)) return
        }
      }
      yield next(waiting.length, true)
      if (number <= blockOf(end) && end !== Number.POSITIVE_INFINITY) {
        throw new Error(`${path} is encrypted and cut off`)
      }
    },
  }
}

const blockOf = (offset: number) => Math.floor(offset / BLOCK_BYTES)

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt8(last ? 1 : 0, 0)
  nonce.writeUInt32BE(number, NONCE_BYTES - 4)
  return nonce
}
