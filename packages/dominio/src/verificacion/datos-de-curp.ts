import { avisoDeCurp } from './curp.ts'

/** What a CURP says about its owner, for the operators who compare it with the document. */

export type SexoDeCurp = 'H' | 'M' | 'X'

const PARTES = /^.{4}(\d{2})(\d{2})(\d{2})(.).{5}(.)/

/** The date of birth, as 1980-01-31, and the sex; null when the CURP has no valid structure or date. */
export function datosDeCurp(curp: string): { nacimiento: string; sexo: SexoDeCurp } | null {
  const aviso = avisoDeCurp(curp)
  if (aviso === 'estructura' || aviso === 'fecha') return null
  const [, ano = '', mes = '', dia = '', sexo = '', homonimia = ''] = PARTES.exec(curp) ?? []
  if (sexo !== 'H' && sexo !== 'M' && sexo !== 'X') return null
  // The homonym character is a digit for people born before 2000 and a letter for later ones.
  const siglo = /\d/.test(homonimia) ? '19' : '20'
  return { nacimiento: `${siglo}${ano}-${mes}-${dia}`, sexo }
}
