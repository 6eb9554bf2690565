/**
 * The maximum nesting of JSON input. `JSON.parse` accepts any depth, but `JSON.stringify` and zod are
 * recursive and throw a RangeError on a value nested some thousand levels deep.
 */
export const JSON_DEPTH = 64

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Whether JSON text is nested deeper than `max`. One pass without parsing; brackets in strings do not count.
 */
export function isDeeperThan(text: string, max: number = JSON_DEPTH): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (inString) {
      if (unit === BACKSLASH) i++
      else if (unit === QUOTE) inString = false
    } else if (unit === QUOTE) inString = true
    else if (unit === OPEN_ARRAY || unit === OPEN_OBJECT) {
      depth += 1
      if (depth > max) return true
    } else if (unit === CLOSE_ARRAY || unit === CLOSE_OBJECT) depth -= 1
  }
  return false
}
