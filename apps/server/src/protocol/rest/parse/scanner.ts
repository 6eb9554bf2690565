import { RestError } from '../errors.ts'

/**
 * Scans one parameter's text from left to right. `what` describes the parameter in errors, as in PostgREST.
 */
export interface Scanner {
  readonly text: string
  readonly what: string
  at: number
}

export const scan = (text: string, what: string): Scanner => ({ text, what, at: 0 })

export function unexpected(s: Scanner, expecting: string): RestError {
  const found =
    s.at < s.text.length
      ? JSON.stringify(String.fromCodePoint(s.text.codePointAt(s.at) ?? 0))
      : 'end of input'
  return new RestError(400, 'PGRST100', `${JSON.stringify(s.what)} (line 1, column ${s.at + 1})`, {
    details: `unexpected ${found} expecting ${expecting}`,
  })
}

export const tooMuch = (message: string) => new RestError(400, 'PGRST100', message)

export const done = (s: Scanner) => s.at >= s.text.length

export const peek = (s: Scanner, word: string) => s.text.startsWith(word, s.at)

export function take(s: Scanner, word: string): boolean {
  if (!peek(s, word)) return false
  s.at += word.length
  return true
}

export function expect(s: Scanner, word: string): void {
  if (!take(s, word)) throw unexpected(s, JSON.stringify(word))
}

/** Consumes the match of a sticky pattern; returns an empty string when there is none. */
export function takeMatch(s: Scanner, sticky: RegExp): string {
  sticky.lastIndex = s.at
  const found = sticky.exec(s.text)?.[0] ?? ''
  s.at += found.length
  return found
}

const SPACE = /[ \t]+/y
export const skipSpace = (s: Scanner) => {
  takeMatch(s, SPACE)
}

/** Parses `"…"`, where a backslash escapes any character. */
export function quoted(s: Scanner): string | undefined {
  if (!peek(s, '"')) return undefined
  const start = s.at
  s.at += 1
  let value = ''
  while (!done(s)) {
    const char = s.text.charAt(s.at)
    s.at += 1
    if (char === '"') return value
    if (char === '\\') {
      value += s.text.charAt(s.at)
      s.at += 1
    } else {
      value += char
    }
  }
  s.at = start
  return undefined
}

/** A dash belongs to a name unless it begins an arrow. */
const NAME = /(?:[\p{L}\p{N}_ $]|-(?!>))+/uy

export function name(s: Scanner): string {
  const inQuotes = quoted(s)
  if (inQuotes !== undefined) return inQuotes
  const start = s.at
  const found = takeMatch(s, NAME).trim()
  if (found === '') {
    s.at = start
    throw unexpected(s, 'field name (* or [a..z0..9_$])')
  }
  return found
}

const WORD = /[\p{L}\p{N}_ $]+/uy

/** The name of a type or of a text-search language. */
export function word(s: Scanner): string {
  const found = takeMatch(s, WORD).trim()
  if (found === '') throw unexpected(s, 'letter or digit')
  return found
}

/** Parses one or more items, separated by commas with optional spaces. */
export function separated<T>(s: Scanner, item: (s: Scanner) => T): T[] {
  const items: T[] = []
  do {
    skipSpace(s)
    items.push(item(s))
    skipSpace(s)
  } while (take(s, ','))
  return items
}
