import { eliminarMensaje } from '@maestros/contrato/chat/eliminar-mensaje'
import { MENSAJE_ELIMINABLE_MIN } from '@maestros/dominio/limites'
import { esFragmento } from '@maestros/dominio/seguridad/moderacion/moderar'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { type ChatRow, chatChange, messageDeleted } from '../../../platform/bus/changes.ts'
import { defineFunction, type Run } from '../../../protocol/functions/define.ts'
import { type MensajeRow, mensajePresenter, withoutAddresses } from '../present-mensaje.ts'

type Deleted =
  | { estado: 'eliminado'; mensaje: MensajeRow; chat: ChatRow }
  | { estado: 'tarde' }
  | { estado: 'desconocido' }

export default defineFunction(eliminarMensaje, {
  summary: 'Removes the content of an own message, for both people, within 15 minutes.',
  prepare: ({ secrets }) => mensajePresenter(secrets),
  handle: async ({ mensaje_id }, { caller, run, services, error, prepared: present }) => {
    if (await hidesPartOfANumber(run, caller.userId, mensaje_id)) {
      throw error('FORBIDDEN', textos.mensajeConNumero)
    }
    const [deleted] = await run(
      (sql) => sql<Deleted[]>`
        select estado, mensaje, chat
        from interno.eliminar_mensaje(${caller.userId}, ${mensaje_id}, ${MENSAJE_ELIMINABLE_MIN})`,
    )
    if (deleted?.estado === 'tarde') throw error('FORBIDDEN', textos.mensajeYaNoSeElimina)
    if (deleted?.estado !== 'eliminado') throw error('NOT_FOUND', textos.mensajeNoEncontrado)
    services.bus.publish(messageDeleted(withoutAddresses(deleted.mensaje), deleted.chat))
    services.bus.publish(chatChange('UPDATE', deleted.chat))
    return { success: true, message: present(deleted.mensaje, caller) }
  },
})

/**
 * While the contact is locked, a number that is told in parts is found by reading the earlier texts (apps/server/src/subjects/chat/moderation.ts).
 * A part that could be deleted after the other person has read it would avoid that.
 */
async function hidesPartOfANumber(run: Run, author: string, id: string): Promise<boolean> {
  const [row] = await run(
    (sql) => sql<{ contenido: string }[]>`
      select m.contenido from public.mensajes m join public.chats c on c.id = m.chat_id
      where m.id = ${id} and m.autor_id = ${author} and m.tipo = 'texto' and m.contenido is not null
        and not interno.contacto_abierto(c.maestro_id, c.buscador_id)`,
  )
  return row !== undefined && esFragmento(row.contenido)
}
