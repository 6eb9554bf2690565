import { CURSOR_MAX } from '@maestros/contrato/funciones/comun'
import { funciones as textos } from '@maestros/dominio/textos/funciones'
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
