import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Readable, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { MINI } from './path.ts'
import { BLOCKS_FORMAT, blockSeal } from './sealed-blocks.ts'
import type { ObjectStore } from './store.ts'

/**
 * Encrypts identity documents, and exports that contain them, at rest with AES-256-GCM (docs/decisions/verificacion.md). A sealed document is the
 * header (format, id of the key), the nonce, the tag and the encrypted bytes; the format of exports is in sealed-blocks.ts.
 * The path of a file says whether it is sealed (SEALED); all others are plain.
 */
export interface SealedStore extends ObjectStore {
  /** The path ends with SEALED. */
  writeSealed(path: string, bytes: Buffer): Promise<void>
  /** Encrypts a file while it is written, for `writeFile` with the same path. */
  sealing(path: string): Transform
}

/** A sealed document that cannot be decrypted, now or later: with another key, damaged or moved. */
export class SealError extends Error {}

const FORMAT = Buffer.from('MSEAL\x001\n', 'latin1')
const ID_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = FORMAT.length + ID_BYTES
const CIPHER = 'aes-256-gcm'
const WHOLE = { start: 0 }
/** For the header of a file that is streamed, which is read before the answer begins. */
const HEADER_MS = 30_000

/**
 * The end of the path of a file that is always encrypted. The path comes from the database: whoever can only write files cannot put
 * a plain one in the place of a document.
 */
export const SEALED = '.sealed'
const ALWAYS_SEALED = new RegExp(`\\${SEALED}(?:\\${MINI})?$`)

/** The identity card, its back, and the proof of address. */
export const isIdentityDocument = (bucket: string, name: string): boolean =>
  bucket === 'chat-media' && /^(?:ine_|documentos\/)/.test(name)

export function sealedStore(store: ObjectStore, secret: string, headerMs = HEADER_MS): SealedStore {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `maestros/documents/${purpose}`, bytes))
  const key = derive('key', 32)
  // It names the key without telling anything about it.
  const id = derive('id', ID_BYTES)
  const header = Buffer.concat([FORMAT, id])
  const blocks = blockSeal(key, Buffer.concat([BLOCKS_FORMAT, id]))
  // A file that was moved to another path is refused.
  const contextOf = (path: string) => Buffer.concat([header, Buffer.from(path)])

  const requireOwnKey = (path: string, sealed: Buffer) => {
    if (sealed.subarray(FORMAT.length, HEADER_BYTES).equals(id)) return
    const other = sealed.toString('hex', FORMAT.length, HEADER_BYTES)
    throw new SealError(
      `${path} is encrypted with the key ${other}, and DOCUMENTS_KEY is the key ${id.toString('hex')}`,
    )
  }

  const requireFormat = (path: string, bytes: Buffer, ...formats: Buffer[]) => {
    if (!begins(bytes, ...formats)) throw new SealError(`${path} must be encrypted and is not`)
  }

  const open = (path: string, sealed: Buffer): Buffer => {
    const nonceEnd = HEADER_BYTES + NONCE_BYTES
    const bodyStart = nonceEnd + TAG_BYTES
    try {
      // A nonce or tag that was cut short is refused too.
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(HEADER_BYTES, nonceEnd), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(contextOf(path))
        .setAuthTag(sealed.subarray(nonceEnd, bodyStart))
      return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()])
    } catch (cause) {
      throw new SealError(`${path} is encrypted and damaged, or was moved`, { cause })
    }
  }

  const openBlocks = (
    path: string,
    head: Buffer,
    sealed: AsyncIterable<Buffer> | Iterable<Buffer>,
    part: { start: number; end?: number },
  ): Readable => Readable.from(blocks.open(path, head, sealed, part), { objectMode: false })

  return {
    ...store,
    async read(path) {
      const found = await store.read(path)
      if (!found || !ALWAYS_SEALED.test(path)) return found
      requireFormat(path, found.bytes, FORMAT, BLOCKS_FORMAT)
      const [head, rest] = [
        found.bytes.subarray(0, blocks.headerBytes),
        found.bytes.subarray(blocks.headerBytes),
      ]
      requireOwnKey(path, head)
      const bytes = begins(head, FORMAT)
        ? open(path, found.bytes)
        : await buffer(openBlocks(path, head, [rest], WHOLE))
      return { bytes, size: bytes.length }
    },
    async stream(path, part) {
      if (!ALWAYS_SEALED.test(path)) return store.stream(path, part)
      const beginning = await store.stream(path, { start: 0, end: blocks.headerBytes - 1 })
      if (!beginning) return undefined
      const head = await readHeader(beginning, headerMs)
      requireFormat(path, head, BLOCKS_FORMAT)
      // Before the file is opened again, because nobody would close it.
      requireOwnKey(path, head)
      const sealed = await store.stream(path, blocks.placeOf(part ?? WHOLE))
      if (!sealed) return undefined
      // Destroyed before its first read, the stream has not begun to iterate over the file: it neither closes the file nor receives its
      // error event.
      sealed.on('error', () => {})
      return openBlocks(path, head, sealed, part ?? WHOLE).once('close', () => sealed.destroy())
    },
    sealing: blocks.sealing,
    async writeSealed(path, bytes) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(contextOf(path))
      const body = Buffer.concat([cipher.update(bytes), cipher.final()])
      await store.write(path, Buffer.concat([header, nonce, cipher.getAuthTag(), body]))
    },
  }
}

async function readHeader(beginning: Readable, ms: number): Promise<Buffer> {
  const timer = setTimeout(
    () => beginning.destroy(new DOMException('the store stopped within its answer', 'TimeoutError')),
    ms,
  )
  return buffer(beginning).finally(() => clearTimeout(timer))
}

const begins = (bytes: Buffer, ...formats: Buffer[]) =>
  formats.some((format) => bytes.subarray(0, format.length).equals(format))
