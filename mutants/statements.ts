/**
 * Splits SQL into its statements, each with its semicolon. Semicolons inside of quotes, dollar quotes, comments and
 * `begin atomic` bodies do not end a statement. Comments before a statement do not belong to it.
 */
export function statementsOf(sql: string): string[] {
  const statements: string[] = []
  let start: number | undefined
  let at = 0
  while (at < sql.length) {
    const skipped = skippedAt(sql, at)
    if (skipped !== undefined) {
      if (skipped.isText) start ??= at
      at = skipped.end
      continue
    }
    if (start === undefined && /\S/.test(sql[at] ?? '')) start = at
    if (sql[at] === ';' && start !== undefined && !isAtomicBody(sql.slice(start, at))) {
      statements.push(sql.slice(start, at + 1))
      start = undefined
    }
    at += 1
  }
  return statements
}

/** The end of a comment or of a quoted text that begins here. */
function skippedAt(sql: string, at: number): { end: number; isText: boolean } | undefined {
  const after = (end: number, length: number) => (end < 0 ? sql.length : end + length)
  if (sql.startsWith('--', at)) return { end: after(sql.indexOf('\n', at), 1), isText: false }
  if (sql.startsWith('/*', at)) return { end: after(sql.indexOf('*/', at + 2), 2), isText: false }
  const quote = sql[at]
  if (quote === "'" || quote === '"') return { end: after(sql.indexOf(quote, at + 1), 1), isText: true }
  const [tag] = /^\$(?:[a-z_]\w*)?\$/i.exec(sql.slice(at, at + 64)) ?? []
  if (tag === undefined) return undefined
  return { end: after(sql.indexOf(tag, at + tag.length), tag.length), isText: true }
}

/** A function body that begins with `begin atomic` contains semicolons and ends with `end`. */
const isAtomicBody = (statement: string) =>
  /\bbegin atomic\b/i.test(statement) && !/\bend\s*$/i.test(statement)
