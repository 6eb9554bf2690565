import { CURSOR_MAX } from '@maestros/contrato/comun'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { invalidInput } from './errors.ts'

/** The end of a page as an opaque text. A changed cursor gives another page or is refused as invalid input. */
export function writeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(parts.join('.')).toString('base64url')
}

/** The parts of a cursor that has the given form; anything else is refused. */
export function readCursor(name: string, cursor: string, form: RegExp): string[] {
  const match =
    cursor.length <= CURSOR_MAX ? form.exec(Buffer.from(cursor, 'base64url').toString('latin1')) : null
  if (!match) throw invalidInput(textos.datoInvalido(name))
  return match.slice(1)
}

/** The end of a page of rows from the newest to the oldest. In microseconds, because two rows may have the same millisecond. */
export interface Position {
  micros: string
  id: string
}

/** A position before every row: a time in the far future. */
const NEWEST: Position = { micros: '8000000000000000', id: '00000000-0000-0000-0000-000000000000' }
const POSITION = /^(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** A cursor that is the id of a row, which the database counts up. */
const ROW_ID = /^(\d{1,18})$/

/** The id of the last row of the page before; undefined for the first page. */
export const rowIdOf = (name: string, cursor: string | undefined): string | undefined =>
  cursor === undefined ? undefined : readCursor(name, cursor, ROW_ID)[0]

/** Where a page begins. `name` is the field of the cursor; without a cursor it is the first page. */
export function positionOf(name: string, cursor: string | undefined): Position {
  if (cursor === undefined) return NEWEST
  const [micros = '', id = ''] = readCursor(name, cursor, POSITION)
  return { micros, id }
}
