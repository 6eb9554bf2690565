/** A picture as it is stored, and what is wrong with a file that is none. */
export interface Picture {
  mimetype: 'image/jpeg' | 'image/webp'
  full: Buffer
  mini: Buffer
  width: number
  height: number
}

export type PictureProblem = 'type' | 'pixels' | 'broken'

export class PictureError extends Error {
  readonly problem: PictureProblem
  constructor(problem: PictureProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

export const MINI_SIDE = 480

export type Signature = 'jpeg' | 'png' | 'webp'

/**
 * The format by the first bytes, which are checked before any decoder reads them. The file name and the declared type prove nothing.
 */
export function signatureOf(bytes: Buffer): Signature | undefined {
  const starts = bytes.toString('latin1', 0, 12)
  if (starts.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (starts.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return starts.startsWith('RIFF') && starts.endsWith('WEBP') ? 'webp' : undefined
}
