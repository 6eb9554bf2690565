import * as z from 'zod/mini'
import { largoDe } from '../contacto/contacto.ts'
import {
  IMAGEN_MAX_BYTES,
  TICKET_CORREO_MAX,
  TICKET_MENSAJE_MAX,
  TICKET_MENSAJE_MIN,
  TICKET_NOMBRE_MAX,
  TICKET_NOMBRE_MIN,
  TIPOS_DE_IMAGEN,
} from '../limites.ts'
import { ayuda } from './textos.ts'

/** The rules of the ticket form (specification, section 5). The server applies the same ones. */

const { errores } = ayuda.formulario

/** Characters are counted as PostgreSQL counts them: an emoji is one. */
const texto = (min: number, corto: string, max: number, largo: string) =>
  z.string().check(
    z.trim(),
    z.refine((valor) => largoDe(valor) >= min, corto),
    z.refine((valor) => largoDe(valor) <= max, largo),
  )

export const Ticket = z.object({
  nombre: texto(TICKET_NOMBRE_MIN, errores.nombre, TICKET_NOMBRE_MAX, errores.nombreLargo),
  correo: z.string().check(z.trim(), z.email(errores.correo), z.maxLength(TICKET_CORREO_MAX, errores.correo)),
  mensaje: texto(TICKET_MENSAJE_MIN, errores.mensaje, TICKET_MENSAJE_MAX, errores.mensajeLargo),
})
export type Ticket = z.infer<typeof Ticket>

export type CampoDeTicket = keyof Ticket

/** The first error of each field, in the order of the form. */
export function erroresDeTicket(ticket: Ticket): Partial<Record<CampoDeTicket, string>> {
  const parsed = Ticket.safeParse(ticket)
  if (parsed.success) return {}
  const found: Partial<Record<CampoDeTicket, string>> = {}
  for (const { path, message } of parsed.error.issues) {
    const campo = CAMPOS.find((name) => name === path[0])
    if (campo) found[campo] ??= message
  }
  return found
}

export const CAMPOS = ['nombre', 'correo', 'mensaje'] as const satisfies readonly CampoDeTicket[]

/** 'image/jpg' is not a registered type, but some file pickers use it. */
const TIPOS: readonly string[] = [...TIPOS_DE_IMAGEN, 'image/jpg']
const TERMINACION = /\.(?:jpe?g|png|webp)$/i

/** Why a file cannot be attached to a ticket; null when it can. Some phones give files without a type. */
export function errorDeImagen({
  type,
  name,
  size,
}: {
  type: string
  name: string
  size: number
}): string | null {
  const esImagen = type === '' ? TERMINACION.test(name) : TIPOS.includes(type)
  if (!esImagen) return errores.tipo
  return size < IMAGEN_MAX_BYTES ? null : errores.tamano
}
