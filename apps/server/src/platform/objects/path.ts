/** Where the small version of an object is: the object's key with this ending. */
export const MINI = '.mini'

const SEGMENT_BYTES = 255
const PATH_BYTES = 1024

/**
 * Whether a string may be an object's path, on disk and in S3: plain names between slashes. Refused are
 * parent directories, hidden names and characters that some file system interprets.
 */
export function isSafePath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be refused
  if (/[\u0000-\u001f\u007f\\]/.test(path) || Buffer.byteLength(path) > PATH_BYTES) return false
  return (
    path.isWellFormed() &&
    path.split('/').every((part) => /^[^.]/.test(part) && Buffer.byteLength(part) <= SEGMENT_BYTES)
  )
}
