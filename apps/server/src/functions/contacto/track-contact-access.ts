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
  prepare: ({ secrets }) => mensajePresenter(secrets),
  handle: async (input, { caller, run, error, services, prepared: present }) => {
    const detalle = detalleOf(input)
    const { maestro_id, motivo, contexto } = input
    const newChats = services.config.LIMIT_NEW_CHATS_PERSON
    const [opened] = await run(
      (sql) => sql<Opened[]>`
      select estado, espera, nuevo_chat, to_jsonb(chat) as chat, to_jsonb(mensaje) as mensaje, nombre, apellido, telefono
      from interno.abrir_contacto(
        ${caller.userId}, ${maestro_id}, ${motivo}, ${detalle}, ${notaDeContacto(motivo, detalle)},
        ${sql.json(wellFormed(contexto))}, ${CONTACTOS_POR_DIA}::integer,
        ${newChats.max}::integer, ${newChats.seconds}::integer)`,
    )
    if (!opened || opened.estado === 'sin_maestro') throw error('NOT_FOUND', textos.maestroNoEncontrado)
    if (opened.estado === 'limite') {
      throw error('RATE_LIMITED', textos.demasiadosContactos(CONTACTOS_POR_DIA), {
        headers: { 'retry-after': String(opened.espera) },
      })
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

/** The maestro reads the description before the two have exchanged contacts, so it may not contain contact data. */
function detalleOf({ motivo, detalle }: TrackContactAccessInput): string | null {
  if (detalle === undefined) {
    if (motivo === 'otro') throw invalidInput(textos.motivoIncompleto)
    return null
  }
  const refusal = rechazoDeTextoPublico(publicos.campos.motivo, detalle)
  if (refusal !== undefined) throw invalidInput(refusal)
  // JavaScript accepts half of a surrogate pair in a text; PostgreSQL does not.
  return detalle.toWellFormed()
}

const wellFormed = (contexto: TrackContactAccessInput['contexto']) =>
  contexto ? { alcaldia: contexto.alcaldia.toWellFormed(), servicio: contexto.servicio.toWellFormed() } : {}
