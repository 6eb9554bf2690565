import type { Grupo, Lugar, Numeros } from './numeros.ts'

/**
 * Numbers that the sentence explains: ages, years, prices, measures, hours and addresses. Digits that are spread over a whole
 * text are a phone number only when the words beside most of them say nothing about them. Every entry has an example in
 * packages/dominio/test/moderacion that would be blocked without it.
 */

/** Words behind a number: '55 años', '12 metros'. */
export const MEDIDAS = new Set(
  `ano anos mes meses semanas dia dias hora horas hrs minutos min metro metros m mts cm mm kilos kg litros peso pesos mil mxn
  pieza piezas pzas persona personas cliente clientes familias trabajos obras casas cuartos visitas ayudantes empleados
  albaniles hijos alcaldias colonias contactos apagadores focos lamparas puertas ventanas cuadras pisos`.split(
    /\s+/,
  ),
)
/** Words before a number: 'calle 12', 'piso 3'. */
export const LUGARES = new Set(
  `calle eje piso depto departamento edificio torre casa local lote manzana mz lt interior int entrada puerta timbre linea
  ruta`.split(/\s+/),
)
/** Words beside an hour: 'a las 18', 'de 10 a 14'. */
export const HORARIOS = new Set(['a', 'las'])

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
