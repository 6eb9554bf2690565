import { invalidRange } from './errors.ts'

/** A part of an object's bytes, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part that a `Range` header names. Undefined means the whole object: without the header, with several
 * ranges or another unit (which a server may ignore), and when `If-Range` names another version.
 */
export function rangeOf(
  headers: { range?: string | undefined; 'if-range'?: string | undefined },
  etag: string,
  size: number,
): ByteRange | undefined {
  const condition = headers['if-range']
  if (condition !== undefined && condition.trim() !== etag) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end) throw invalidRange()
  return { start, end }
}
