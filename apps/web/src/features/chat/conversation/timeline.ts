import type { Mensaje } from '@maestros/contrato/mensaje'
import { diaDe } from '@maestros/dominio/fechas'
import { GRUPO_DE_MENSAJES_MS } from '@maestros/dominio/limites'
import type { MotivoDeBloqueo } from '@maestros/dominio/moderacion'
import type { Acceso } from '../api/contact-access.ts'
import type { Entry } from '../outbox.ts'

export type Estado = 'enviando' | 'esperando' | 'enviado' | 'visto'

/** A message as it is shown, sent or pending. */
export type Item = {
  kind: 'mensaje'
  /** Does not change when a pending message is sent, so that React keeps its element. */
  key: string
  /** Temporary for a pending message. */
  id: string
  secuencia: number | null
  own: boolean
  tipo: Mensaje['tipo']
  contenido: string
  miniatura: string | null
  creadoEn: string
  /** Delivery state. Meaningful for own messages only. */
  estado: Estado
  bloqueado: boolean
  /** Why it was blocked; null when the server does not say. */
  motivo: MotivoDeBloqueo | null
  /** The sides of a picture in pixels, when they are known. */
  size: { width: number; height: number } | null
  /** Whether it is the first and the last message of a group by one person. */
  opens: boolean
  closes: boolean
}

/** An event that is shown between two messages. */
export type Nota = { kind: 'acceso'; key: string; creadoEn: string; acceso: Acceso }

export type Day = { dia: string; fecha: Date; rows: (Item | Nota)[] }

type Given = {
  messages: Mensaje[]
  /** The pending messages of this chat, in the order of sending. */
  pending: Entry[]
  userId: string
  leidoPorOtroHasta: number
  acceso: Acceso | null
  /** True when `messages` contains the first message of the chat. */
  whole: boolean
}

export function timelineOf({ messages, pending, userId, leidoPorOtroHasta, acceso, whole }: Given): Day[] {
  const sent = messages.map((mensaje) => fromMensaje(mensaje, userId))
  const known = new Set(sent.map(({ key }) => key))
  const waiting = pending.map((entry) => fromEntry(entry, userId)).filter(({ key }) => !known.has(key))
  markSeen(sent, leidoPorOtroHasta)
  return inDays(withAcceso([...sent, ...waiting], acceso, whole))
}

// Includes the author, because two people may use the same client_id.
const keyOf = (autorId: string, id: string) => `${autorId}:${id}`

function fromMensaje(mensaje: Mensaje, userId: string): Item {
  return {
    kind: 'mensaje',
    key: keyOf(mensaje.autor_id, mensaje.client_id ?? mensaje.id),
    id: mensaje.id,
    secuencia: mensaje.secuencia,
    own: mensaje.autor_id === userId,
    tipo: mensaje.tipo,
    contenido: mensaje.contenido,
    miniatura: mensaje.miniatura,
    creadoEn: mensaje.creado_en,
    estado: 'enviado',
    bloqueado: mensaje.bloqueado || mensaje.motivo_bloqueo !== null,
    motivo: mensaje.motivo_bloqueo,
    size: sizeOf(mensaje),
    opens: true,
    closes: true,
  }
}

function sizeOf({ ancho, alto }: Mensaje): Item['size'] {
  return ancho !== null && alto !== null ? { width: ancho, height: alto } : null
}

function fromEntry({ clientId, contenido, creadoEn, waiting }: Entry, userId: string): Item {
  return {
    kind: 'mensaje',
    key: keyOf(userId, clientId),
    id: `temp-${clientId}`,
    secuencia: null,
    own: true,
    tipo: 'texto',
    contenido,
    miniatura: null,
    creadoEn,
    estado: waiting ? 'esperando' : 'enviando',
    bloqueado: false,
    motivo: null,
    size: null,
    opens: true,
    closes: true,
  }
}

/** Marks the last own message that the other person has seen. Earlier ones were seen too and do not show it. */
function markSeen(sent: Item[], leidoPorOtroHasta: number) {
  const seen = sent.findLast(
    ({ own, bloqueado, secuencia }) => own && !bloqueado && (secuencia ?? Infinity) <= leidoPorOtroHasta,
  )
  if (seen) seen.estado = 'visto'
}

/** Inserts the note at its time, when the messages around that time are loaded. */
function withAcceso(items: Item[], acceso: Acceso | null, whole: boolean): (Item | Nota)[] {
  if (acceso === null) return items
  const at = Date.parse(acceso.creado_en)
  const after = items.findIndex(({ creadoEn }) => Date.parse(creadoEn) > at)
  if (after === 0 && !whole) return items
  const nota: Nota = { kind: 'acceso', key: 'acceso', creadoEn: acceso.creado_en, acceso }
  const place = after === -1 ? items.length : after
  return [...items.slice(0, place), nota, ...items.slice(place)]
}

function inDays(rows: (Item | Nota)[]): Day[] {
  const days: Day[] = []
  let before: Item | undefined
  for (const row of rows) {
    const fecha = new Date(row.creadoEn)
    const dia = diaDe(fecha)
    let day = days.at(-1)
    // A pending message of a device with a slow clock stays in the current day.
    if (!day || dia > day.dia) {
      day = { dia, fecha, rows: [] }
      days.push(day)
      before = undefined
    }
    day.rows.push(row)
    if (row.kind !== 'mensaje') {
      before = undefined
      continue
    }
    if (before && sameGroup(before, row)) {
      before.closes = false
      row.opens = false
    }
    before = row
  }
  return days
}

function sameGroup(one: Item, next: Item): boolean {
  const close = Date.parse(next.creadoEn) - Date.parse(one.creadoEn) < GRUPO_DE_MENSAJES_MS
  return one.own === next.own && !one.bloqueado && close
}
