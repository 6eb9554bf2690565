import { lugarDelChat } from '@maestros/dominio/chat/conversacion'
import { type Lado, ladoDe } from '@maestros/dominio/chat/lado'
import {
  esApellidoEntero,
  iniciales,
  nombreDeMaestro,
  nombreVisible,
  tituloDeChat,
} from '@maestros/dominio/nombres'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CallError, unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { SIDES } from './keys.ts'
import { chatCopy } from './offline.ts'

/** A chat from the point of view of one of its two people. */
export type Chat = {
  id: string
  /** The other person. */
  otro: { id: string; titulo: string; nombre: string; iniciales: string; foto: string | null }
  lugar: string
  contexto: { alcaldia: string; servicio: string }
  /** The `secuencia` of the last message that the other person has seen; 0 when none. */
  leidoPorOtroHasta: number
  /** The other's account was erased: the chat can be read, and nobody writes in it. */
  cerrado: boolean
  /** The other's account is suspended: the chat can be read, and nobody writes in it until the account is restored. */
  pausado: boolean
  /** For the seeker: the day on which a maestro on pause is listed again. */
  enPausaHasta: string | null
  /** One of the two people blocks the other: the chat can be read, and nobody writes in it. */
  bloqueado: boolean
}

export type ChatKey = { chatId: string; side: Lado; userId: string }

const COLUMNS =
  'id, buscador_id, maestro_id, contexto, leido_buscador_hasta, leido_maestro_hasta, cerrado_en, pausado_en, bloqueado_en'

const Row = z.object({
  id: z.guid(),
  buscador_id: z.guid(),
  maestro_id: z.guid(),
  contexto: z.object({
    alcaldia: z.optional(z.string()),
    nombre: z.optional(z.string()),
    servicio: z.optional(z.string()),
  }),
  leido_buscador_hasta: z._default(z.int(), 0),
  leido_maestro_hasta: z._default(z.int(), 0),
  cerrado_en: z._default(z.nullable(z.string()), null),
  pausado_en: z._default(z.nullable(z.string()), null),
  bloqueado_en: z._default(z.nullable(z.string()), null),
})
const RowOfBuscador = z.extend(Row, {
  maestros: z.object({
    nombre: z.nullable(z.string()),
    apellido: z.nullable(z.string()),
    foto_perfil_url: z.nullable(z.string()),
    en_pausa_hasta: z._default(z.nullable(z.string()), null),
  }),
})
const RowOfMaestro = z.extend(Row, { profiles: z.object({ display_name: z.nullable(z.string()) }) })

/** The columns of the chat and of the other person. */
const SELECTED = {
  buscador: `${COLUMNS}, maestros(nombre, apellido, foto_perfil_url, en_pausa_hasta)`,
  maestro: `${COLUMNS}, profiles(display_name)`,
} as const satisfies Record<Lado, string>

const keyOf = ({ chatId, side, userId }: ChatKey) => ['chat', chatId, side, userId] as const

/** Null when the chat does not exist or is not one of this person's chats. */
export const chatQuery = ({ chatId, side, userId }: ChatKey) =>
  queryOptions({
    queryKey: keyOf({ chatId, side, userId }),
    ...chatCopy,
    queryFn: async ({ signal }): Promise<Chat | null> => {
      const { rest } = await getClient()
      const answer = await rest
        .from('chats')
        .select(SELECTED[side])
        .eq('id', chatId)
        .eq(SIDES[side].owner, userId)
        .abortSignal(signal)
        .maybeSingle()
      const row = readRow(answer)
      if (row === null) return null
      const chat =
        ladoDe(Row.parse(row), userId) === 'buscador'
          ? ofBuscador(RowOfBuscador.parse(row))
          : ofMaestro(RowOfMaestro.parse(row))
      // An answer may be late, and older than a live event that has arrived meanwhile.
      const known = queryClient.getQueryData<Chat | null>(keyOf({ chatId, side, userId }))
      return { ...chat, leidoPorOtroHasta: Math.max(chat.leidoPorOtroHasta, known?.leidoPorOtroHasta ?? 0) }
    },
  })

/** PostgreSQL's code for an id that is not a UUID. The screen shows it as a chat that was not found. */
const INVALID_TEXT = '22P02'

function readRow(answer: Parameters<typeof unwrap>[0]): unknown {
  try {
    return unwrap(answer)
  } catch (cause) {
    if (cause instanceof CallError && cause.code === INVALID_TEXT) return null
    throw cause
  }
}

function ofBuscador(row: z.infer<typeof RowOfBuscador>): Chat {
  const { nombre, apellido, foto_perfil_url: foto, en_pausa_hasta: enPausaHasta } = row.maestros
  const chat = ofBoth(row)
  const otro = { id: row.maestro_id, foto, ...named(chat.cerrado, `${nombre ?? ''} ${apellido ?? ''}`) }
  if (!chat.cerrado && esApellidoEntero(apellido)) otro.titulo = nombreDeMaestro(nombre, apellido)
  return { ...chat, otro, leidoPorOtroHasta: row.leido_maestro_hasta, enPausaHasta }
}

function ofMaestro(row: z.infer<typeof RowOfMaestro>): Chat {
  const chat = ofBoth(row)
  const otro = { id: row.buscador_id, foto: null, ...named(chat.cerrado, row.profiles.display_name) }
  // As in the list of chats.
  otro.iniciales = iniciales(otro.nombre, null)
  return { ...chat, otro, leidoPorOtroHasta: row.leido_buscador_hasta, enPausaHasta: null }
}

/** What a chat is for both of its people. */
const ofBoth = ({ id, contexto, cerrado_en, pausado_en, bloqueado_en }: z.infer<typeof Row>) => ({
  id,
  lugar: lugarDelChat(contexto),
  contexto: {
    alcaldia: contexto.alcaldia ?? contexto.nombre ?? '',
    servicio: contexto.servicio ?? '',
  },
  cerrado: cerrado_en !== null,
  pausado: pausado_en !== null,
  bloqueado: bloqueado_en !== null,
})

function named(cerrado: boolean, name: string | null) {
  const titulo = nombreVisible(cerrado, tituloDeChat(name))
  if (cerrado) return { titulo, nombre: titulo, iniciales: iniciales(titulo, null) }
  const [nombre = titulo, inicial = ''] = titulo.split(' ')
  return { titulo, nombre, iniciales: `${nombre.slice(0, 1)}${inicial}` }
}

/** Live events may arrive after a later answer, so the mark only grows. */
export function noteReadByOther(key: ChatKey, hasta: number) {
  queryClient.setQueryData(chatQuery(key).queryKey, (chat) =>
    chat && chat.leidoPorOtroHasta < hasta ? { ...chat, leidoPorOtroHasta: hasta } : chat,
  )
}
