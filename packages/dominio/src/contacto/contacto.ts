import { MOTIVO_DETALLE } from '../limites.ts'
import { perfil } from '../perfil/textos.ts'
import { comun } from '../textos.ts'
import { contacto as textos } from './textos.ts'

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

/** The sentence of the message that tells both people of the chat that the contact was requested, and why. */
export const notaDeContacto = (motivo: Motivo, detalle: string | null): string =>
  textos.nota(detalle ?? textos.motivo.motivos[motivo])

/** The reason in such a sentence; null when the sentence was removed with the account of its author. */
export function motivoDeNota(nota: string): string | null {
  const before = textos.nota('')
  return nota.startsWith(before) ? nota.slice(before.length) : null
}

/** The number as it is dialled: a plus and digits, without other characters. */
export const telefonoMarcable = (telefono: string): string => telefono.replace(/(?!^\+)\D/gu, '')

/**
 * The ten digits of a Mexican number, without the country code and without the prefixes that were dialled until 2019;
 * null for any other number. Mexican numbers do not show whether they are mobile.
 */
export function numeroMexicano(telefono: string): string | null {
  const [, number = null] = /^(?:\+?521?|044|045|01)?(\d{10})$/u.exec(telefonoMarcable(telefono)) ?? []
  return number
}

/**
 * The number that a phone calls: of a Mexican one the ten digits that are displayed. One that was written with its country code and a plus
 * keeps both, so that phones abroad can call it too.
 */
export function telefonoParaLlamar(telefono: string): string {
  const number = numeroMexicano(telefono)
  if (number && !telefonoMarcable(telefono).startsWith('+')) return number
  return telefonoInternacional(telefono)
}

/** The number as it is displayed: ten digits in groups of 2, 4 and 4. Other numbers stay unchanged. */
export function telefonoComoTexto(telefono: string): string {
  const number = numeroMexicano(telefono)
  return number ? `${number.slice(0, 2)} ${number.slice(2, 6)} ${number.slice(6)}` : telefono
}

/** The number with its country code, as a phone abroad needs it. */
export function telefonoInternacional(telefono: string): string {
  const number = numeroMexicano(telefono)
  return number ? `+52${number}` : telefonoMarcable(telefono)
}

/** The address that opens a conversation in WhatsApp; null when the number is not Mexican. */
export function enlaceDeWhatsapp(telefono: string): string | null {
  const number = numeroMexicano(telefono)
  return number && `https://wa.me/52${number}`
}

interface Tarjeta {
  nombre: string
  apellido: string
  telefono: string
  oficios: readonly string[]
}

/** A contact card (vCard 3.0, RFC 2426), which every phone can import. */
export function tarjetaDeContacto({ nombre, apellido, telefono, oficios }: Tarjeta): string {
  const trades = oficios.join(', ')
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(apellido)};${escaped(nombre)};;;`,
    `FN:${escaped(`${nombre} ${apellido}`.trim())}`,
    `ORG:${escaped(comun.producto)}`,
    `TITLE:${escaped(trades)}`,
    `TEL;TYPE=CELL:${telefonoInternacional(telefono)}`,
    `NOTE:${escaped(perfil.contacto.nota(trades))}`,
    'END:VCARD',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Control characters other than a line break are not allowed in a value. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/gu, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/gu, '\\n')
    .replace(/\p{Cc}/gu, ' ')

/** RFC 2426, section 2.6: a line has at most 75 bytes, and the next one begins with a space. */
const LINE_BYTES = 75

function folded(line: string): string {
  let text = ''
  let bytes = 0
  for (const character of line) {
    const size = bytesOf(character)
    if (bytes + size > LINE_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}

/** The size of one character in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
