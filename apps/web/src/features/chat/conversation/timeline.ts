import type { Mensaje } from '@maestros/contrato/mensaje'
import { diaDe } from '@maestros/dominio/fechas'
import { GRUPO_DE_MENSAJES_MS } from '@maestros/dominio/limites'
import type { MotivoDeBloqueo } from '@maestros/dominio/moderacion'
import { pidePagoAnticipado } from '@maestros/dominio/pago-anticipado'
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
  tipo: Exclude<Mensaje['tipo'], 'contacto'>
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
  /** Set for a message of the other person that asks for money in advance: the first one shows the whole notice. */
  aviso: 'completo' | 'breve' | null
}

/** The notice that the contact was requested. It is a message, but is shown in the middle and not as a bubble. */
export type Nota = { kind: 'nota'; key: string; own: boolean; creadoEn: string; contenido: string }

export type Day = { dia: string; fecha: Date; rows: (Item | Nota)[] }

type Given = {
  messages: Mensaje[]
  /** The pending messages of this chat, in the order of sending. */
  pending: Entry[]
  userId: string
  leidoPorOtroHasta: number
}

export function timelineOf({ messages, pending, userId, leidoPorOtroHasta }: Given): Day[] {
  const sent = messages.map((mensaje) => rowOf(mensaje, userId))
  const known = new Set(sent.map(({ key }) => key))
  const waiting = pending.map((entry) => fromEntry(entry, userId)).filter(({ key }) => !known.has(key))
  markSeen(sent, leidoPorOtroHasta)
  markPayments(sent)
  return inDays([...sent, ...waiting])
}

// Includes the author, because two people may use the same client_id.
const keyOf = (autorId: string, id: string) => `${autorId}:${id}`

function rowOf(mensaje: Mensaje, userId: string): Item | Nota {
  const { tipo, contenido, creado_en: creadoEn } = mensaje
  const key = keyOf(mensaje.autor_id, mensaje.client_id ?? mensaje.id)
  const own = mensaje.autor_id === userId
  if (tipo === 'contacto') return { kind: 'nota', key, own, creadoEn, contenido }
  return {
    kind: 'mensaje',
    key,
    id: mensaje.id,
    secuencia: mensaje.secuencia,
    own,
    tipo,
    contenido,
    miniatura: mensaje.miniatura,
    creadoEn,
    estado: 'enviado',
    bloqueado: mensaje.bloqueado || mensaje.motivo_bloqueo !== null,
    motivo: mensaje.motivo_bloqueo,
    size: sizeOf(mensaje),
    opens: true,
    closes: true,
    aviso: null,
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
    aviso: null,
  }
}

/** Marks the last own message that the other person has seen. Earlier ones were seen too and do not show it. */
function markSeen(sent: (Item | Nota)[], leidoPorOtroHasta: number) {
  const seen = sent.findLast(
    (row): row is Item =>
      row.kind === 'mensaje' && row.own && !row.bloqueado && (row.secuencia ?? Infinity) <= leidoPorOtroHasta,
  )
  if (seen) seen.estado = 'visto'
}

function markPayments(sent: (Item | Nota)[]) {
  let first = true
  for (const row of sent) {
    if (row.kind !== 'mensaje' || row.own || row.tipo !== 'texto' || !asksForPayment(row.contenido)) continue
    row.aviso = first ? 'completo' : 'breve'
    first = false
  }
}

/** Memoized, because the timeline is made again with each message. Bounded by the length of an open conversation. */
const judged = new Map<string, boolean>()
const JUDGED_MAX = 5000

function asksForPayment(texto: string): boolean {
  const known = judged.get(texto)
  if (known !== undefined) return known
  if (judged.size >= JUDGED_MAX) judged.clear()
  const asks = pidePagoAnticipado(texto)
  judged.set(texto, asks)
  return asks
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
