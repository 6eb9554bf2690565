import { VISTA_PREVIA_MAX } from '../limites.ts'
import { conversaciones } from './textos-de-bandeja.ts'

/** A conversation as a list shows it, and the intervals of an open conversation. */

/** Not in the specification: how often a typing client says so, and how long the indicator stays visible. */
export const ESCRIBIENDO_CADA_MS = 2000
export const ESCRIBIENDO_DURA_MS = 5000

/** Spaces, control and format characters, and the letters that every font draws as nothing. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Whether a reader would see nothing: such a message is not sent. */
export const esTextoVacio = (texto: string): boolean => INVISIBLE.test(texto)

type UltimoMensaje = { tipo: 'texto' | 'imagen' | 'audio' | 'video' | 'contacto'; contenido: string }

/** The preview of the last message in a list row (specification, section 9). */
export function vistaPrevia(ultimo: UltimoMensaje | null): string {
  if (ultimo === null) return conversaciones.fila.sinMensajes
  // The sentence of a contact request is removed with its author's account.
  if (ultimo.tipo === 'contacto' && ultimo.contenido === '') return conversaciones.fila.contacto
  if (ultimo.tipo !== 'texto' && ultimo.tipo !== 'contacto') return conversaciones.fila[ultimo.tipo]
  return recortar(ultimo.contenido, VISTA_PREVIA_MAX)
}

// A flag or a family emoji is one character for the reader: none is cut in half.
const caracteres = new Intl.Segmenter('es', { granularity: 'grapheme' })

function recortar(texto: string, largo: number): string {
  if (texto.length <= largo) return texto
  let cortado = ''
  let contados = 0
  for (const { segment } of caracteres.segment(texto)) {
    if (contados === largo) return `${cortado}…`
    cortado += segment
    contados += 1
  }
  return texto
}

type Contexto = { servicio?: string | undefined; alcaldia?: string | undefined; nombre?: string | undefined }

/** 'Plomería • Coyoacán'. Some contexts name the alcaldía `nombre` (specification, section 3). */
export function lugarDelChat({ servicio, alcaldia, nombre }: Contexto): string {
  return [servicio, alcaldia ?? nombre].filter(Boolean).join(' • ')
}

/** Whether the content of a message is a text to read. Other types have the place of a stored file as their content. */
export const tieneTexto = (tipo: string): boolean => tipo === 'texto' || tipo === 'contacto'
