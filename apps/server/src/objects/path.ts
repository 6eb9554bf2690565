const SEGMENT_BYTES = 255
const PATH_BYTES = 1024

/**
 * What may be an object's path, on disk and in S3 alike: plain names between slashes, none that climbs,
 * hides, or that some file system would read as something else.
 */
export function isSafePath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL and its kin are what must be refused
  if (/[\u0000-\u001f\u007f\\]/.test(path) || Buffer.byteLength(path) > PATH_BYTES) return false
  return (
    path.isWellFormed() &&
    path.split('/').every((part) => /^[^.]/.test(part) && Buffer.byteLength(part) <= SEGMENT_BYTES)
  )
}
