import { rechazoDeTextoPublico, TEXTOS_PUBLICOS } from '@maestros/dominio/seguridad/textos-publicos'
import { RestError } from './errors.ts'
import type { Payload } from './parse/body.ts'

/**
 * Characters of public text that one request may write. Moderation takes up to 2 µs per character, so this
 * limits the time of one request. A complete maestro profile has about 2,000.
 */
const MAX_CHARS = 20_000

/**
 * Longer than any public text may be, in UTF-16 units. The database refuses such a text because of its
 * length.
 */
const MAX_TEXT = 2000

/**
 * Refuses rows whose public texts contain contact data. `columns` are the columns that the request names, if
 * any.
 */
export function checkPublicTexts(
  table: string,
  payload: Payload | undefined,
  columns: readonly string[] | undefined,
): void {
  const fields = Object.hasOwn(TEXTOS_PUBLICOS, table) ? TEXTOS_PUBLICOS[table] : undefined
  if (fields === undefined || payload === undefined) return
  const written = new Set(columns ?? payload.keys)
  const checked = Object.entries(fields).filter(([column]) => written.has(column))
  if (checked.length === 0) return
  let chars = 0
  for (const row of rowsOf(payload)) {
    for (const [column, field] of checked) {
      const text = storedText(row[column])
      if (text.length > MAX_TEXT) continue
      chars += text.length
      if (chars > MAX_CHARS) {
        throw new RestError(413, 'PGRST102', `At most ${MAX_CHARS} characters of public text at once`)
      }
      const refusal = rechazoDeTextoPublico(field, text)
      if (refusal !== undefined) throw new RestError(422, 'PT422', refusal, { details: column })
    }
  }
}

function rowsOf({ json }: Payload): Record<string, unknown>[] {
  const rows: unknown = JSON.parse(json)
  return Array.isArray(rows) ? rows.filter(isRow) : []
}

const isRow = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null

/**
 * PostgreSQL stores a number or an object for a text column as its JSON text. Surrounding blanks do not
 * count.
 */
function storedText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return (typeof value === 'string' ? value : JSON.stringify(value)).trim()
}
