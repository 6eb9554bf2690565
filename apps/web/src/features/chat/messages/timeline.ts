import type { Mensaje } from '@maestros/contrato/chat/mensaje'
import { diaDe } from '@maestros/dominio/fechas'
import { GRUPO_DE_MENSAJES_MS } from '@maestros/dominio/limites'
import type { MotivoDeBloqueo } from '@maestros/dominio/seguridad/motivos-de-bloqueo'
import { pidePagoAnticipado } from '@maestros/dominio/seguridad/pago-anticipado'
import { type Entry, isFailed } from '../outbox/entry.ts'

type Estado = 'enviando' | 'esperando' | 'enTurno' | 'fallido' | 'enviado' | 'visto'

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
  /** The last message that the other person has seen: its state is written out. */
  ultimoVisto: boolean
  bloqueado: boolean
  /** Why it was blocked; null when the server does not say. */
  motivo: MotivoDeBloqueo | null
  /** Its author deleted it: there is no content. */
  eliminado: boolean
  /** The id of the message that it answers to. */
  respuestaA: string | null
  /** The sides of a picture in pixels, when they are known. */
  size: { width: number; height: number } | null
  /** How long a voice note is, and its drawing. */
  nota: { duracionMs: number; picos: readonly number[] } | null
  /** Whether it is the first and the last message of a group by one person. */
  opens: boolean
  closes: boolean
  /** Set for a message of the other person that asks for money in advance: the first one shows the whole notice. */
  aviso: 'completo' | 'breve' | null
  /** Set for a message of the outbox that its author can cancel. */
  pendiente: Pendiente | null
}

/** `editable`: it has certainly not left this device. */
export type Pendiente = { userId: string; clientId: string; editable: boolean; failed: boolean }

/** The notice that the contact was requested. It is a message, but is shown in the middle and not as a bubble. */
export type Nota = {
  kind: 'nota'
  key: string
  secuencia: number
  own: boolean
  creadoEn: string
  contenido: string
}

export type Day = { dia: string; fecha: Date; rows: (Item | Nota)[] }

/** The rows, the newest first. */
export function* fromNewest(days: Day[]): Generator<Item | Nota> {
  for (let day = days.length - 1; day >= 0; day -= 1) {
    const { rows } = days[day] ?? { rows: [] }
    for (let at = rows.length - 1; at >= 0; at -= 1) {
      const row = rows[at]
      if (row) yield row
    }
  }
}

/** The newest row that the server has. Pending messages stay below those that arrive meanwhile. */
export function newestSent(days: Day[]): Item | Nota | undefined {
  for (const row of fromNewest(days)) if (row.secuencia !== null) return row
  return undefined
}

type Given = {
  messages: Mensaje[]
  /** The pending messages of this chat, in the order of sending. */
  pending: readonly Entry[]
  userId: string
  leidoPorOtroHasta: number
}

/**
 * The rows of a conversation by day. Most of the work is done once for each message and memoized, and a row that has not
 * changed stays the same object: a new message in a conversation of thousands costs little.
 */
export function timelineOf({ messages, pending, userId, leidoPorOtroHasta }: Given): Day[] {
  const sent = messages.map((mensaje) => memoized(mensaje, userId, rowOf))
  const known = pending.length > 0 ? new Set(sent.map(({ row }) => row.key)) : NONE
  const firstFile = pending.findIndex(({ tipo }) => tipo !== 'texto')
  const waiting = pending
    .map((entry, at) => ({
      memo: memoized(entry, userId, fromEntry),
      pendiente: pendienteOf(entry, firstFile !== -1 && firstFile < at),
    }))
    .filter(({ memo }) => !known.has(memo.row.key))
  const all = [...sent, ...waiting.map(({ memo }) => memo)]
  const days = daysOf(all)
  const joins = all.map((one, at) => joinsPrevious(all[at - 1], one, days[at - 1] === days[at]))
  const last = sent.findLast((memo) => isSeen(memo, leidoPorOtroHasta))
  let first = true
  const shown = all.map((one, at) => {
    const aviso = one.asksForPayment ? (first ? 'completo' : 'breve') : null
    if (aviso) first = false
    const estado = isSeen(one, leidoPorOtroHasta) ? 'visto' : null
    const ultimoVisto = one === last
    const pendiente = waiting[at - sent.length]?.pendiente ?? null
    return variantOf(one, {
      opens: !joins[at],
      closes: !joins[at + 1],
      aviso,
      estado,
      ultimoVisto,
      pendiente,
    })
  })
  return inDays(shown, all, days)
}

const NONE: ReadonlySet<string> = new Set()

/** What does not depend on the other messages. */
type Memo = {
  userId: string
  row: Item | Nota
  fecha: Date
  dia: string
  asksForPayment: boolean
  /** The row as it was shown last. */
  shown: Item | Nota
}
const memos = new WeakMap<object, Memo>()

function memoized<Of extends object>(
  of: Of,
  userId: string,
  make: (of: Of, userId: string) => Item | Nota,
): Memo {
  const known = memos.get(of)
  if (known?.userId === userId) return known
  const row = make(of, userId)
  const fecha = new Date(row.creadoEn)
  const asksForPayment =
    row.kind === 'mensaje' && !row.own && row.tipo === 'texto' && pidePagoAnticipado(row.contenido)
  const memo = { userId, row, fecha, dia: diaDe(fecha), asksForPayment, shown: row }
  memos.set(of, memo)
  return memo
}

type Variant = Pick<Item, 'opens' | 'closes' | 'aviso' | 'pendiente' | 'ultimoVisto'> & {
  estado: 'visto' | null
}

/** The row as it is shown among the others: the same object as before when nothing has changed. */
function variantOf(memo: Memo, { estado: seen, ...variant }: Variant): Item | Nota {
  const { row, shown } = memo
  if (row.kind === 'nota' || shown.kind === 'nota') return row
  const estado = seen ?? row.estado
  const same =
    shown.opens === variant.opens &&
    shown.closes === variant.closes &&
    shown.aviso === variant.aviso &&
    shown.pendiente === variant.pendiente &&
    shown.ultimoVisto === variant.ultimoVisto &&
    shown.estado === estado
  if (!same) memo.shown = { ...row, ...variant, estado }
  return memo.shown
}

// Includes the author, because two people may use the same client_id.
const keyOf = (autorId: string, id: string) => `${autorId}:${id}`

function rowOf(mensaje: Mensaje, userId: string): Item | Nota {
  const { tipo, contenido, secuencia, creado_en: creadoEn } = mensaje
  const key = keyOf(mensaje.autor_id, mensaje.client_id ?? mensaje.id)
  const own = mensaje.autor_id === userId
  if (tipo === 'contacto') return { kind: 'nota', key, secuencia, own, creadoEn, contenido }
  return {
    kind: 'mensaje',
    key,
    id: mensaje.id,
    secuencia,
    own,
    tipo,
    contenido,
    miniatura: mensaje.miniatura,
    creadoEn,
    estado: 'enviado',
    ultimoVisto: false,
    bloqueado: mensaje.bloqueado || mensaje.motivo_bloqueo !== null,
    motivo: mensaje.motivo_bloqueo,
    eliminado: mensaje.eliminado_en !== null,
    respuestaA: mensaje.respuesta_a,
    size: sizeOf(mensaje),
    nota: notaOf(mensaje),
    opens: true,
    closes: true,
    aviso: null,
    pendiente: null,
  }
}

function sizeOf({ ancho, alto }: Mensaje): Item['size'] {
  return ancho !== null && alto !== null ? { width: ancho, height: alto } : null
}

function notaOf({ duracion_ms: duracionMs, picos }: Mensaje): Item['nota'] {
  return duracionMs !== null && picos !== null ? { duracionMs, picos } : null
}

function fromEntry(entry: Entry, userId: string): Item {
  const { clientId, creadoEn, waiting, limited, tipo } = entry
  return {
    kind: 'mensaje',
    key: keyOf(userId, clientId),
    id: `temp-${clientId}`,
    secuencia: null,
    own: true,
    tipo,
    contenido: tipo === 'texto' ? entry.contenido : '',
    miniatura: null,
    creadoEn,
    estado: isFailed(entry) ? 'fallido' : waiting ? (limited ? 'enTurno' : 'esperando') : 'enviando',
    ultimoVisto: false,
    bloqueado: false,
    motivo: null,
    eliminado: false,
    respuestaA: (tipo !== 'imagen' && entry.respuestaA) || null,
    size: tipo === 'imagen' ? entry.size : null,
    nota: tipo === 'audio' ? { duracionMs: entry.duracionMs, picos: entry.picos } : null,
    opens: true,
    closes: true,
    aviso: null,
    pendiente: null,
  }
}

/** The same object for the same entry, so that a memoized bubble is not rendered again. */
const pendientes = new WeakMap<Entry, Pendiente>()

/** A text that is sent at once cannot be cancelled: its menu would disappear while it is read. */
function pendienteOf(entry: Entry, behindFile: boolean): Pendiente | null {
  if (!entry.waiting && entry.tipo === 'texto' && !behindFile) return null
  const known = pendientes.get(entry)
  if (known) return known
  const { userId, clientId, tipo, attempted } = entry
  const pendiente = {
    userId,
    clientId,
    editable: tipo === 'texto' && !attempted,
    failed: isFailed(entry),
  }
  pendientes.set(entry, pendiente)
  return pendiente
}

/** Whether the other person has seen it. */
const isSeen = ({ row }: Memo, leidoPorOtroHasta: number): boolean =>
  row.kind === 'mensaje' && row.own && !row.bloqueado && (row.secuencia ?? Infinity) <= leidoPorOtroHasta

/** The day under which each row is shown. A pending message of a device with a slow clock stays in the current day. */
function daysOf(all: Memo[]): string[] {
  let day = ''
  return all.map(({ dia }) => {
    if (dia > day) day = dia
    return day
  })
}

function inDays(shown: (Item | Nota)[], all: Memo[], of: string[]): Day[] {
  const days: Day[] = []
  shown.forEach((row, at) => {
    const dia = of[at] ?? ''
    let day = days.at(-1)
    if (day?.dia !== dia) {
      day = { dia, fecha: all[at]?.fecha ?? new Date(row.creadoEn), rows: [] }
      days.push(day)
    }
    day.rows.push(row)
  })
  return days
}

/** Whether a message belongs to the group of the one before it. */
function joinsPrevious(before: Memo | undefined, next: Memo, sameDay: boolean): boolean {
  if (!before || !sameDay || before.row.kind === 'nota' || next.row.kind === 'nota') return false
  const close = next.fecha.getTime() - before.fecha.getTime() < GRUPO_DE_MENSAJES_MS
  return before.row.own === next.row.own && !before.row.bloqueado && close
}
