import { palabras as palabrasDe } from '../palabras.ts'
import type { PreguntaFrecuente } from './textos-de-preguntas.ts'

/** Finds answers of the help centre. Accents, capitals and plurals are ignored. */

/** Words that say nothing about a question. */
const VACIAS = new Set(
  'a al como con cual cuando de del donde el en es esta estoy hacer hago la las lo los me mi mis no o para por puedo que quien quiero se si su tengo tu un una y yo'.split(
    ' ',
  ),
)

/** Every word must be in the question, its answer or its other words. All questions when nothing was typed. */
export function buscarRespuestas(
  texto: string,
  preguntas: readonly PreguntaFrecuente[],
): readonly PreguntaFrecuente[] {
  if (texto.trim() === '') return preguntas
  const todas = palabrasDe(texto)
  const utiles = todas.filter((palabra) => !VACIAS.has(palabra))
  const buscadas = utiles.length > 0 ? utiles : todas
  if (buscadas.length === 0) return []
  const halladas = preguntas.map((pregunta, orden) => ({
    pregunta,
    orden,
    puntos: puntosDe(buscadas, pregunta),
  }))
  return halladas
    .filter(({ puntos }) => puntos > 0)
    .sort((a, b) => b.puntos - a.puntos || a.orden - b.orden)
    .map(({ pregunta }) => pregunta)
}

/** A word of the question counts more than one of the answer. 0 when a word is missing. */
function puntosDe(
  buscadas: readonly string[],
  { pregunta, respuesta, palabras = '' }: PreguntaFrecuente,
): number {
  const titulo = palabrasDe(pregunta)
  const otras = [...palabrasDe(palabras), ...palabrasDe(respuesta.join(' '))]
  let puntos = 0
  for (const buscada of buscadas) {
    if (titulo.some((palabra) => coinciden(buscada, palabra))) puntos += 2
    else if (otras.some((palabra) => coinciden(buscada, palabra))) puntos += 1
    else return 0
  }
  return puntos
}

const RAIZ_MIN = 4

/** The beginning of a word is enough. An ending of one or two letters is ignored: 'mensaje' finds 'mensajes'. */
function coinciden(buscada: string, palabra: string): boolean {
  if (palabra.startsWith(buscada)) return true
  return palabra.length >= RAIZ_MIN && buscada.length - palabra.length <= 2 && buscada.startsWith(palabra)
}
