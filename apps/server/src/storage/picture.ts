import { TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'
import sharp, { type Metadata } from 'sharp'
import { hasTooManyParts } from './picture-parts.ts'

/**
 * Every picture is decoded and encoded again. This removes metadata (such as the location) and appended data,
 * and refuses files that are not pictures.
 */
export interface Picture {
  mimetype: 'image/jpeg' | 'image/webp'
  full: Buffer
  mini: Buffer
  width: number
  height: number
}

export class PictureError extends Error {
  readonly problem: 'type' | 'pixels' | 'broken'
  constructor(problem: 'type' | 'pixels' | 'broken', options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

const FULL_SIDE = 1600
export const MINI_SIDE = 480
/** More than phone cameras produce. */
const MAX_PIXELS = 40_000_000
/**
 * The cost of a decoder also grows with the number of rows: a picture of one column and 40 million rows took
 * half a minute.
 */
const MAX_SIDE = 12_000
/** 40 million pixels of four channels. With 16 bits a channel half as many pixels fit. */
const MAX_DECODED_BYTES = 160_000_000
/** The largest normal picture takes about 2 seconds of one core. Decoders see the end of this time only between two rows. */
const MAX_SECONDS = 8

/** The formats as sharp names them. */
const FORMATS = TIPOS_DE_IMAGEN.map((type) => type.replace('image/', ''))

// Every input is different, so the cache of libvips has no use.
sharp.cache(false)

export async function reencode(bytes: Buffer): Promise<Picture> {
  const signature = signatureOf(bytes)
  if (signature === undefined) throw new PictureError('type')
  if (signature !== 'png' && hasTooManyParts(signature, bytes)) throw new PictureError('pixels')
  try {
    // This reads the header only, no pixel.
    checkCost(await sharp(bytes, { limitInputPixels: false }).metadata())
    return await encode(bytes, signature === 'jpeg')
  } catch (cause) {
    if (cause instanceof PictureError) throw cause
    const timedOut = cause instanceof Error && cause.message.startsWith('timeout')
    throw new PictureError(timedOut ? 'pixels' : 'broken', { cause })
  }
}

function checkCost({ format, width, height, channels, depth }: Metadata) {
  if (!FORMATS.includes(format)) throw new PictureError('type')
  const pixels = width * height
  const decoded = pixels * channels * (depth === 'uchar' ? 1 : 2)
  if (Math.max(width, height) > MAX_SIDE || pixels > MAX_PIXELS || decoded > MAX_DECODED_BYTES) {
    throw new PictureError('pixels')
  }
}

async function encode(bytes: Buffer, isJpeg: boolean): Promise<Picture> {
  // Only the first frame of an animation is decoded.
  const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width: FULL_SIDE, height: FULL_SIDE, fit: 'inside', withoutEnlargement: true })
  // PNG is much larger for photographs. WebP keeps transparency, which JPEG cannot.
  const { data: full, info } = await (isJpeg
    ? upright.jpeg({ quality: 82, progressive: true })
    : upright.webp({ quality: 82, effort: 3 })
  ).toBuffer({ resolveWithObject: true })
  const mini = await sharp(full)
    .resize({ width: MINI_SIDE, height: MINI_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 72, effort: 3 })
    .toBuffer()
  return {
    mimetype: isJpeg ? 'image/jpeg' : 'image/webp',
    full,
    mini,
    width: info.width,
    height: info.height,
  }
}

/**
 * The format by the first bytes, which are checked before any decoder reads them. The file name and the declared type prove nothing.
 */
function signatureOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | undefined {
  const starts = bytes.toString('latin1', 0, 12)
  if (starts.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (starts.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return starts.startsWith('RIFF') && starts.endsWith('WEBP') ? 'webp' : undefined
}
