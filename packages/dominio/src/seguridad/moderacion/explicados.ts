import type { Grupo, Lugar, Numeros } from './numeros.ts'
import { ETIQUETAS, HORARIOS, LUGARES, MEDIDAS } from './palabras-de-senales.ts'

/**
 * Numbers that the sentence explains: ages, years, prices, measures, hours and addresses. Digits that are spread over a whole
 * text are a phone number only when the words beside most of them say nothing about them.
 */

/** The parts of a phone number that are longer would pass as measures. */
const MAX_MEDIDA = 3
const HORA = /^(?:1[0-9]|2[0-4])$/
const ANO = /^(?:19[3-9]|20[0-4])[0-9]$/
const PRECIO = /^[1-9][0-9]{0,3}[05]0$/

/** The groups that nothing explains. A word that is repeated explains one of them: it could separate the digits of a number. */
export function sinExplicar({ series, lugares, palabras }: Numeros): Grupo[] {
  const used = new Set<string>()
  const explains = (word: string | undefined, table: ReadonlySet<string>) => {
    if (word === undefined || !table.has(word) || used.has(word)) return false
    used.add(word)
    return true
  }
  return series.flatMap((serie, i) => {
    const [before, after] = wordsBeside(palabras, lugares[i])
    return serie.filter(({ digitos }, at) => {
      if (ANO.test(digitos) || PRECIO.test(digitos)) return false
      if (digitos.length > MAX_MEDIDA) return true
      const first = at === 0 ? before : undefined
      const last = at === serie.length - 1 ? after : undefined
      if (HORA.test(digitos) && [first, last].some((word) => HORARIOS.has(word ?? ''))) return false
      return !explains(last, MEDIDAS) && !explains(first, LUGARES)
    })
  })
}

/** The words directly beside a run, without a sign between. */
const wordsBeside = (palabras: readonly string[], lugar: Lugar | undefined) =>
  lugar === undefined
    ? []
    : [
        lugar.signoAntes ? undefined : palabras[lugar.desde - 1],
        lugar.signoDespues ? undefined : palabras[lugar.hasta],
      ]

/** Whether a label is before this run ('número de guía DHL …'), or the unit of a list behind it ('20, 15, 30 A'). */
export function tieneEtiqueta({ series, lugares, palabras }: Numeros, i: number): boolean {
  const { desde = 0, hasta = 0, signoDespues = false } = lugares[i] ?? {}
  const before = palabras.slice(Math.max(0, desde - CERCA), desde)
  if ([...before, ...palabras.slice(hasta, hasta + 3)].some((word) => ETIQUETAS.has(word))) return true
  return !signoDespues && (series[i]?.length ?? 0) > 1 && MEDIDAS.has(palabras[hasta] ?? '')
}
const CERCA = 7
