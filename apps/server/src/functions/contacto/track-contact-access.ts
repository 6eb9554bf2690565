import {
  type TrackContactAccessInput,
  trackContactAccess,
} from '@maestros/contrato/funciones/contacto/track-contact-access'
import { notaDeContacto } from '@maestros/dominio/contacto'
import { CONTACTOS_POR_DIA } from '@maestros/dominio/limites'
import { funciones as textos } from '@maestros/dominio/textos/funciones'
import { publicos } from '@maestros/dominio/textos/publicos'
import { rechazoDeTextoPublico } from '@maestros/dominio/textos-publicos'
import { type ChatRow, chatChange, messageInserted } from '../../bus/changes.ts'
import type { Limit } from '../../config.ts'
import { countByAddress } from '../../limits/by-address.ts'
import { fairQueue } from '../../limits/fair-queue.ts'
import type { Limits } from '../../limits/rate-limits.ts'
import { type MensajeRow, mensajePresenter } from '../chat/support/present-mensaje.ts'
import { defineFunction } from '../define.ts'
import { invalidInput } from '../errors.ts'

/** What interno.abrir_contacto returns (migration 034). */
type Opened =
  | { estado: 'sin_maestro' }
  | { estado: 'limite'; espera: number }
  | (Contact & { estado: 'repetido' })
  | (Contact & { estado: 'abierto'; mensaje: MensajeRow })

interface Contact {
  nuevo_chat: boolean
  chat: ChatRow
  nombre: string
  apellido: string
  telefono: string
}

export default defineFunction(trackContactAccess, {
  summary:
    'Unlocks the contact of a maestro for a seeker, permanently: starts their chat, tells the maestro why, answers the phone.',
  prepare: ({ secrets, limits, config }) => ({
    present: mensajePresenter(secrets),
    byAddress: addressLimit(limits, config.LIMIT_CONTACTS_ADDRESS),
  }),
  handle: async (input, { caller, run, error, rateLimited, services, addressGroup, prepared }) => {
    const { present, byAddress } = prepared
    const detalle = detalleOf(input)
    const { maestro_id, motivo, contexto } = input
    const newChats = services.config.LIMIT_NEW_CHATS_PERSON
    const open = async (perDay: number) => {
      const [row] = await run(
        (sql) => sql<Opened[]>`
        select estado, espera, nuevo_chat, to_jsonb(chat) as chat, to_jsonb(mensaje) as mensaje, nombre, apellido, telefono
        from interno.abrir_contacto(
          ${caller.userId}, ${maestro_id}, ${motivo}, ${detalle}, ${notaDeContacto(motivo, detalle)},
          ${sql.json(contexto ?? {})}, ${perDay}::integer,
          ${newChats.max}::integer, ${newChats.seconds}::integer)`,
      )
      return row
    }
    const { opened, verdict } = await byAddress(addressGroup, open)
    if (!opened || opened.estado === 'sin_maestro') throw error('NOT_FOUND', textos.maestroNoEncontrado)
    if (opened.estado === 'limite') {
      const [sentence, seconds] = verdict.allowed
        ? [textos.demasiadosContactos(CONTACTOS_POR_DIA), opened.espera]
        : [textos.demasiadosContactosDeLaRed(verdict.retryAfter), verdict.retryAfter]
      throw rateLimited(sentence, seconds)
    }
    const { chat, nuevo_chat, nombre, apellido, telefono } = opened
    if (nuevo_chat) services.bus.publish(chatChange('INSERT', chat))
    if (opened.estado === 'abierto') {
      services.bus.publish(messageInserted(present(opened.mensaje), chat))
      if (!nuevo_chat) services.bus.publish(chatChange('UPDATE', chat))
    }
    return { success: true, chat_id: chat.id, nombre, apellido, telefono }
  },
})

/**
 * Counts new contacts of an address. When it has used its limit, the database gets 0 as the contacts of a day: new ones are
 * refused, and repeated calls are answered. Few calls of one address run at the same time, so that simultaneous ones exceed
 * the limit by these few at most.
 */
function addressLimit(limits: Limits, limit: Limit) {
  const turns = fairQueue({
    running: 64,
    runningPerKey: 8,
    waiting: 1000,
    waitingPerKey: 500,
    retryAfter: 1,
  })
  return (address: string, open: (perDay: number) => Promise<Opened | undefined>) =>
    turns.run(address, async () => {
      const count = (act: 'peek' | 'hit') => countByAddress(limits, act, 'contact', address, limit)
      const verdict = await count('peek')
      const opened = await open(verdict.allowed ? CONTACTOS_POR_DIA : 0)
      if (opened?.estado === 'abierto') await count('hit')
      return { opened, verdict }
    })
}

/** The maestro reads the description before the two have exchanged contacts, so it may not contain contact data. */
function detalleOf({ motivo, detalle }: TrackContactAccessInput): string | null {
  if (detalle === undefined) {
    if (motivo === 'otro') throw invalidInput(textos.motivoIncompleto)
    return null
  }
  const refusal = rechazoDeTextoPublico(publicos.campos.motivo, detalle)
  if (refusal !== undefined) throw invalidInput(refusal)
  return detalle
}
