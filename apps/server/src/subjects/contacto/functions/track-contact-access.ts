import {
  type TrackContactAccessInput,
  trackContactAccess,
} from '@maestros/contrato/contacto/track-contact-access'
import { notaDeContacto } from '@maestros/dominio/contacto/contacto'
import { CONTACTOS_POR_DIA } from '@maestros/dominio/limites'
import { publicos } from '@maestros/dominio/seguridad/textos-de-rechazo'
import { rechazoDeTextoPublico } from '@maestros/dominio/seguridad/textos-publicos'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { type ChatRow, chatChange, messageInserted } from '../../../platform/bus/changes.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'
import { newcomers } from '../../../protocol/functions/new-account-limits.ts'
import { type MensajeRow, withoutAddresses } from '../../chat/present-mensaje.ts'

/** What interno.abrir_contacto returns. */
type Opened =
  | { estado: 'sin_maestro' }
  | { estado: 'limite'; espera: number }
  | (Contact & { estado: 'repetido' })
  | (Contact & { estado: 'abierto'; mensaje: MensajeRow; recien_llegado: boolean })

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
  prepare: (services) => ({ limited: newcomers(services, 'contacto') }),
  handle: async (input, { caller, run, error, rateLimited, services, addressGroup, prepared }) => {
    const { limited } = prepared
    const detalle = detalleOf(input)
    const { maestro_id, motivo, contexto } = input
    const newChats = services.config.LIMIT_NEW_CHATS_PERSON
    const [opened] = await limited(
      addressGroup,
      (frenos) =>
        run(
          (sql) => sql<Opened[]>`
          select estado, espera, nuevo_chat, to_jsonb(chat) as chat, to_jsonb(mensaje) as mensaje, nombre, apellido, telefono,
            interno.etapa_de_cuenta(${caller.userId}) = 'nueva' as recien_llegado
          from interno.abrir_contacto(
            ${caller.userId}, ${maestro_id}, ${motivo}, ${detalle}, ${notaDeContacto(motivo, detalle)},
            ${sql.json(contexto ?? {})}, ${CONTACTOS_POR_DIA}, ${newChats.max}::integer, ${newChats.seconds}::integer,
            ${sql.json({ ...frenos })})`,
        ),
      ([row]) => row?.estado === 'abierto' && row.recien_llegado,
    )
    if (!opened || opened.estado === 'sin_maestro') throw error('NOT_FOUND', textos.maestroNoEncontrado)
    if (opened.estado === 'limite') {
      throw rateLimited(textos.demasiadosContactos(CONTACTOS_POR_DIA), opened.espera)
    }
    const { chat, nuevo_chat, nombre, apellido, telefono } = opened
    if (nuevo_chat) services.bus.publish(chatChange('INSERT', chat))
    if (opened.estado === 'abierto') {
      services.bus.publish(messageInserted(withoutAddresses(opened.mensaje), chat))
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
  return detalle
}
