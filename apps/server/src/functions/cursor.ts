import { CURSOR_MAX } from '@maestros/contrato/funciones/comun'
import { funciones as textos } from '@maestros/dominio/textos/funciones'
import { invalidInput } from './errors.ts'

/** Where a page ended, as an opaque word. Who changes one by hand gets another page, or is refused; never an error. */
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
