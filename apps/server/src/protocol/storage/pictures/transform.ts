import { z } from 'zod'
import { notSupported } from '../errors.ts'
import { MINI_SIDE } from './picture.ts'

/**
 * The `transform` option of the official client. Each picture has only one other size, which is created at
 * the upload. Decoding on each read would let anyone use the processor by changing a number. Any other
 * transformation is refused.
 */
const side = z.coerce.number().int().min(1).max(100_000).optional()
export const Transform = z.object({
  width: side,
  height: side,
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  format: z.enum(['origin', 'avif', 'webp']).optional(),
})

const ONLY_TRANSFORM = `{ width: ${MINI_SIDE}, height: ${MINI_SIDE}, resize: 'contain' }`

/** True for the small version, false for the whole picture. Throws for any other transformation. */
export function wantsMini(transform: z.infer<typeof Transform> | undefined): boolean {
  if (transform === undefined || Object.values(transform).every((value) => value === undefined)) return false
  const { width, height, resize, quality, format } = transform
  const fits = width === MINI_SIDE && height === MINI_SIDE && resize === 'contain'
  if (fits && quality === undefined && (format === undefined || format === 'webp')) return true
  throw notSupported('transform', `the only transformation is ${ONLY_TRANSFORM}`)
}
