import sharp from 'sharp'

/**
 * Every picture is decoded and made anew: what it carried besides its pixels (where it was taken, other files behind
 * it) is gone, and what is not a picture never gets in.
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
/** Above what telephones take, and 160 MB when decoded: what one picture may cost at worst. */
const MAX_PIXELS = 40_000_000
const MAX_SECONDS = 20
/** Pictures decoded at once: the rest wait, and the threads that read files and hash passwords are not all taken. */
const AT_ONCE = 2

const FORMATS = ['jpeg', 'png', 'webp']

export async function remake(bytes: Buffer): Promise<Picture> {
  if (!looksLikePicture(bytes)) throw new PictureError('type')
  return turn(async () => {
    try {
      // Only what the file says of itself is read here, no pixel.
      const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
      if (!FORMATS.includes(format)) throw new PictureError('type')
      if (width * height > MAX_PIXELS) throw new PictureError('pixels')
      return await encode(bytes, format)
    } catch (cause) {
      throw cause instanceof PictureError ? cause : new PictureError('broken', { cause })
    }
  })
}

async function encode(bytes: Buffer, format: string): Promise<Picture> {
  // Animations give their first frame.
  const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: MAX_SECONDS })
    .autoOrient()
    .resize({ width: FULL_SIDE, height: FULL_SIDE, fit: 'inside', withoutEnlargement: true })
  // PNG of a photograph is many times the size; WebP keeps what it has that JPEG lacks, transparency.
  const jpeg = format === 'jpeg'
  const { data: full, info } = await (jpeg
    ? upright.jpeg({ quality: 82, progressive: true })
    : upright.webp({ quality: 82, effort: 3 })
  ).toBuffer({ resolveWithObject: true })
  const mini = await sharp(full)
    .resize({ width: MINI_SIDE, height: MINI_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 72, effort: 3 })
    .toBuffer()
  return {
    mimetype: jpeg ? 'image/jpeg' : 'image/webp',
    full,
    mini,
    width: info.width,
    height: info.height,
  }
}

/** By the first bytes, before any decoder sees them: the name and the declared type say nothing. */
function looksLikePicture(bytes: Buffer): boolean {
  const starts = bytes.toString('latin1', 0, 12)
  return (
    starts.startsWith('\xff\xd8\xff') ||
    starts.startsWith('\x89PNG\r\n\x1a\n') ||
    (starts.startsWith('RIFF') && starts.endsWith('WEBP'))
  )
}

let busy = 0
const waiting: (() => void)[] = []

async function turn<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else busy += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }
}
