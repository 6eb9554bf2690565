import { once } from 'node:events'
import { Busboy } from '@fastify/busboy'
import { invalidRequest, type StorageError, tooLarge } from '../errors.ts'
import type { Sink } from './receive.ts'

/**
 * Parses forms with one file while they arrive. The first part, field or file over a limit refuses the form,
 * and the rest is not parsed.
 */
export type FormFields = ReadonlyMap<string, string>

export interface FormReader extends Sink {
  /** Must be called after the last chunk. */
  end(): Promise<{ file: { bytes: Buffer; mimetype: string }; fields: FormFields }>
}

const FIELDS = 8
const FIELD_BYTES = 4096
const HEADERS_PER_PART = 16
const HEADER_BYTES = 8192
/** After a limit the parser goes on to the end of what it was given: 30 ms for 64 kB of small parts. */
const STEP_BYTES = 4096
/** The parser has all bytes by then. It ends at once, unless its parts are malformed. */
const END_MS = 1000
/** As in RFC 2046. Without a boundary the parser would never find the end of the form. */
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,70}"|[^"\s;]{1,70})\s*(?:;|$)/i

const unreadableForm = (cause?: unknown) => invalidRequest('The form cannot be read', { cause })

export function formReader(contentType: string, fileBytes: number): FormReader {
  const parser = parserOf(contentType, fileBytes)
  const fields = new Map<string, string>()
  const chunks: Buffer[] = []
  let mimetype: string | undefined
  let refusal: StorageError | undefined
  const refuse = (error: StorageError) => {
    refusal ??= error
  }

  parser
    .on('file', (_field, stream, _filename, _encoding, declared) => {
      mimetype = declared
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('limit', () => refuse(tooLarge()))
        .on('error', (cause) => refuse(unreadableForm(cause)))
    })
    .on('field', (name, value, nameTruncated, valueTruncated) => {
      if (nameTruncated || valueTruncated) refuse(invalidRequest('A field of the form is too long'))
      else fields.set(name, value)
    })
    .on('filesLimit', () => refuse(invalidRequest('The form has more than one file')))
    .on('fieldsLimit', () => refuse(invalidRequest('The form has too many fields')))
    .on('partsLimit', () => refuse(invalidRequest('The form has too many parts')))
    .on('error', (cause) => refuse(unreadableForm(cause)))

  return {
    write(chunk) {
      let hasRoom = true
      for (let from = 0; from < chunk.length; from += STEP_BYTES) {
        hasRoom = parser.write(chunk.subarray(from, from + STEP_BYTES))
        if (refusal) throw refusal
      }
      return hasRoom ? undefined : once(parser, 'drain').then(() => {})
    },
    async end() {
      const finished = once(parser, 'finish', { signal: AbortSignal.timeout(END_MS) })
      parser.end()
      await finished.catch((cause) => refuse(unreadableForm(cause)))
      if (refusal) throw refusal
      if (mimetype === undefined) throw invalidRequest('No content provided')
      return { file: { bytes: Buffer.concat(chunks), mimetype }, fields }
    },
  }
}

function parserOf(contentType: string, fileBytes: number) {
  if (!BOUNDARY.test(contentType)) throw unreadableForm()
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        parts: FIELDS + 1,
        fields: FIELDS,
        files: 1,
        fieldSize: FIELD_BYTES,
        fileSize: fileBytes,
        headerPairs: HEADERS_PER_PART,
        headerSize: HEADER_BYTES,
      },
    })
  } catch (cause) {
    throw unreadableForm(cause)
  }
}
