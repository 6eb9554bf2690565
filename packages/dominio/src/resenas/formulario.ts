import { largoDe } from '../contacto/contacto.ts'
import { fechaCorta } from '../fechas.ts'
import {
  PUNTUACION,
  RESENA_COMENTARIO,
  RESENA_EDITABLE_DIAS,
  RESENA_FOTOS_MAX,
  RESPUESTA_MAX,
} from '../limites.ts'
import { publicos } from '../seguridad/textos-de-rechazo.ts'
import { rechazoDeTextoPublico } from '../seguridad/textos-publicos.ts'
import { resenas as textos } from './textos.ts'

/** The rules of reviews that both the form and the server check. */

export interface Borrador {
  puntuacion: number | null
  comentario: string
  trabajo_realizado: boolean | null
  fotos: readonly string[]
}

export type CampoDeResena = keyof Borrador

/** Why a review cannot be saved: a sentence for each field that is wrong. */
export function erroresDeResena(resena: Borrador): Partial<Record<CampoDeResena, string>> {
  const errores: Partial<Record<CampoDeResena, string>> = {}
  const { puntuacion, comentario, trabajo_realizado, fotos } = resena
  if (
    puntuacion === null ||
    !Number.isInteger(puntuacion) ||
    puntuacion < PUNTUACION.min ||
    puntuacion > PUNTUACION.max
  )
    errores.puntuacion = textos.errores.puntuacion
  if (trabajo_realizado === null) errores.trabajo_realizado = textos.errores.trabajo
  const largo = largoDe(comentario)
  if (largo < RESENA_COMENTARIO.min) errores.comentario = textos.errores.corta
  else if (largo > RESENA_COMENTARIO.max) errores.comentario = textos.errores.larga
  else {
    const rechazo = rechazoDeTextoPublico(publicos.campos.comentario, comentario)
    if (rechazo !== undefined) errores.comentario = rechazo
  }
  if (fotos.length > RESENA_FOTOS_MAX) errores.fotos = textos.errores.fotos
  return errores
}

const DIA_MS = 24 * 60 * 60 * 1000

/** Until when the author may edit a review that was written at this time. */
export const editableHasta = (creadoEn: string): Date =>
  new Date(Date.parse(creadoEn) + RESENA_EDITABLE_DIAS * DIA_MS)

/** What the form of an answer says: the answer is final, while its review may still change. */
export function ayudaDeRespuesta(creadoEn: string | null, ahora: Date): string {
  const { ayuda, editable } = textos.responder
  const hasta = creadoEn === null ? null : editableHasta(creadoEn)
  return hasta !== null && ahora < hasta ? `${ayuda} ${editable(fechaCorta(hasta))}` : ayuda
}

/** Why an answer cannot be sent, as a sentence; undefined when it can. */
export function errorDeRespuesta(respuesta: string): string | undefined {
  const largo = largoDe(respuesta)
  if (largo === 0) return textos.errores.respuestaVacia
  if (largo > RESPUESTA_MAX) return textos.errores.respuestaLarga
  return rechazoDeTextoPublico(publicos.campos.respuesta, respuesta)
}
