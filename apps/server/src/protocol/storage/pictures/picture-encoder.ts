import { TIPOS_DE_IMAGEN } from '@maestros/dominio/limites'
import sharp, { type Metadata } from 'sharp'
import { MINI_SIDE, type Picture, PictureError, signatureOf } from './picture.ts'
import { withoutOtherParts } from './picture-parts.ts'

/**
 * Every picture is decoded and encoded again. This removes metadata (such as the location) and appended data,
 * and refuses files that are not pictures.
 */

const FULL_SIDE = 1600
/** More than phone cameras produce. */
const MAX_PIXELS = 40_000_000
/**
 * The cost of a decoder also grows with the number of rows: a picture of one column and 40 million rows took
 * half a minute.
 */
const MAX_SIDE = 12_000
/** 40 million pixels of four channels. With 16 bits a channel half as many pixels fit. */
const MAX_DECODED_BYTES = 160_000_000

/** The formats as sharp names them. */
const FORMATS = TIPOS_DE_IMAGEN.map((type) => type.replace('image/', ''))

// Every input is different, so the cache of libvips has no use.
sharp.cache(false)

export async function reencode(given: Buffer): Promise<Picture> {
  const signature = signatureOf(given)
  if (signature === undefined) throw new PictureError('type')
  const bytes = withoutOtherParts(signature, given)
  try {
    // This reads the header only, no pixel.
    checkCost(await sharp(bytes, { limitInputPixels: false }).metadata())
    return await encode(bytes, signature === 'jpeg')
  } catch (cause) {
    throw cause instanceof PictureError ? cause : new PictureError('broken', { cause })
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
  const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
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
