import { inflateSync } from 'node:zlib'
import { PictureError, type Signature } from './picture.ts'

/**
 * The parts of a file that make the picture. A decoder also reads the others, whatever the size of the picture: 5 MB of compressed
 * texts in a PNG expand to gigabytes, and it looks through all frames of an animation. So only the pixels, what they need, one
 * colour profile and one Exif (how the phone was held) reach the decoder, in every format.
 */

const PROFILE_BYTES = 1_000_000
/** The most that a segment of a JPEG can have. */
const EXIF_BYTES = 65_535
/**
 * Encoders write about ten scans. The decoder reads the whole picture again for each: with 2,600 of them a file took half a minute of
 * one core, and with 50 a second.
 */
const JPEG_SCANS = 50
/** Tables and scans of a JPEG, and chunks of a PNG, whose pixels usually come in pieces of 8 kB. */
const PARTS = 20_000

type Parts = Iterable<Buffer>

export function withoutOtherParts(signature: Signature, bytes: Buffer): Buffer {
  const kept = [...FORMATS[signature](bytes)]
  if (kept.length > PARTS) throw new PictureError('pixels')
  return signature === 'webp' ? riff(kept) : Buffer.concat(kept)
}

const FORMATS: Record<Signature, (bytes: Buffer) => Parts> = {
  jpeg: jpegParts,
  png: pngParts,
  webp: webpParts,
}

/** A file that ends within a part is passed on to its end: the decoder says that it is broken. */
function* pngParts(bytes: Buffer): Parts {
  const once = firstOnly()
  yield bytes.subarray(0, 8)
  for (let at = 8; at < bytes.length; ) {
    const end = at + 12 + (at + 8 > bytes.length ? 0 : bytes.readUInt32BE(at))
    const type = bytes.toString('latin1', at + 4, at + 8)
    const data = bytes.subarray(at + 8, end - 4)
    if (PNG_PIXELS.has(type) || (isPngMetadata(type, data) && once(type))) yield bytes.subarray(at, end)
    at = end
  }
}

const PNG_PIXELS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

const isPngMetadata = (type: string, data: Buffer): boolean =>
  (type === 'eXIf' && data.length <= EXIF_BYTES) || (type === 'iCCP' && expandsTo(data, PROFILE_BYTES))

/** Whether a profile, after its name and the number of the method, expands to so many bytes at most. */
function expandsTo(data: Buffer, maxOutputLength: number): boolean {
  try {
    inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength })
    return true
  } catch {
    return false
  }
}

/** Of an animation the first frame only. Without the others the flags of the file are still true enough for decoders. */
function* webpParts(bytes: Buffer): Parts {
  const once = firstOnly()
  for (let at = 12; at < bytes.length; ) {
    const length = at + 8 > bytes.length ? 0 : bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    const type = bytes.toString('latin1', at, at + 4)
    if (length <= (WEBP_PARTS.get(type) ?? -1) && once(type)) yield bytes.subarray(at, end)
    at = end
  }
}

/** The largest length of each part. */
const WEBP_PARTS = new Map([
  ...['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF'].map(
    (type) => [type, Number.POSITIVE_INFINITY] as const,
  ),
  ['ICCP', PROFILE_BYTES],
  ['EXIF', EXIF_BYTES],
])

function riff(parts: Buffer[]): Buffer {
  const file = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...parts])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

const END_OF_IMAGE = 0xd9
const SCAN = 0xda

/** Up to the end of the image. Phones append a video or a second picture. */
function* jpegParts(bytes: Buffer): Parts {
  const once = firstOnly()
  let scans = 0
  let profile = 0
  yield bytes.subarray(0, 2)
  for (let at = 2; ; ) {
    const marker = nextMarker(bytes, at)
    const code = bytes[marker + 1]
    // The compressed pixels of the scan before.
    if (marker > at) yield bytes.subarray(at, marker)
    if (code === undefined || code === END_OF_IMAGE) return yield bytes.subarray(marker, marker + 2)
    const end = marker + 2 + (marker + 4 > bytes.length ? 2 : bytes.readUInt16BE(marker + 2))
    const kind = jpegKind(code, bytes.toString('latin1', marker + 4, marker + 16))
    if (kind === 'profile') profile += end - marker
    if (code === SCAN && ++scans > JPEG_SCANS) throw new PictureError('pixels')
    if (kind === 'pixels' || (kind === 'profile' && profile <= PROFILE_BYTES) || (kind && once(kind))) {
      yield bytes.subarray(marker, end)
    }
    at = end
  }
}

/** The next two bytes that are a marker with a segment, or the end of the file. */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length - 1; at += 1) {
    if (bytes[at] !== 0xff) continue
    const code = bytes[at + 1] ?? 0
    // Below are escaped bytes of the pixels and reserved codes; between are restarts and the start of an image, which have no segment.
    if (code >= 0xc0 && code < 0xff && !(code >= 0xd0 && code <= 0xd8)) return at
  }
  return bytes.length
}

function jpegKind(code: number, start: string): string | undefined {
  if (code < 0xe0) return 'pixels'
  if (code === 0xe0 && start.startsWith('JFIF\0')) return 'jfif'
  if (code === 0xe1 && start.startsWith('Exif\0')) return 'exif'
  if (code === 0xe2 && start === 'ICC_PROFILE\0') return 'profile'
  // The colour transform of the pixels.
  if (code === 0xee && start.startsWith('Adobe')) return 'adobe'
  return undefined
}

function firstOnly(): (kind: string) => boolean {
  const seen = new Set<string>()
  return (kind) => seen.size < seen.add(kind).size
}
