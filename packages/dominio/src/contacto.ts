import { MOTIVO_DETALLE } from './limites.ts'

/**
 * The reasons for requesting a maestro's contact (design, section 5). The check constraint on
 * accesos_contacto repeats the list.
 */
export const MOTIVOS = [
  'agendar_visita',
  'pedir_cotizacion',
  'coordinar_trabajo',
  'urgencia',
  'otro',
] as const
export type Motivo = (typeof MOTIVOS)[number]

/** The length in characters as people and the database count them: an emoji is one. */
export const largoDe = (texto: string): number => [...texto.trim()].length

/** The reason 'otro' requires a description. */
export function motivoValido(motivo: Motivo | null, detalle: string): boolean {
  if (motivo === null) return false
  if (motivo !== 'otro') return true
  const largo = largoDe(detalle)
  return largo >= MOTIVO_DETALLE.min && largo <= MOTIVO_DETALLE.max
}

/** The number as it is dialled: a plus and digits, without other characters. */
export const telefonoMarcable = (telefono: string): string => telefono.replace(/(?!^\+)\D/gu, '')

/** The number as it is displayed: ten digits in groups of 2, 4 and 4. Other numbers stay unchanged. */
export function telefonoComoTexto(telefono: string): string {
  const digits = telefonoMarcable(telefono)
  const local = /^(?:\+?52)?(\d{2})(\d{4})(\d{4})$/u.exec(digits)
  return local ? local.slice(1).join(' ') : telefono
}

interface Tarjeta {
  nombre: string
  apellido: string
  telefono: string
  nota: string
}

/** A contact card (vCard 3.0, RFC 2426), which every phone can import. */
export function tarjetaDeContacto({ nombre, apellido, telefono, nota }: Tarjeta): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(apellido)};${escaped(nombre)};;;`,
    `FN:${escaped(`${nombre} ${apellido}`.trim())}`,
    `TEL;TYPE=CELL:${telefonoMarcable(telefono)}`,
    `NOTE:${escaped(nota)}`,
    'END:VCARD',
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

const escaped = (text: string): string =>
  text.replace(/[\\;,]/gu, (mark) => `\\${mark}`).replace(/\r\n|\r|\n/gu, '\\n')
