import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { callFunction } from '#lib/session/call-function.ts'

type Asked = { maestroId: string; alcaldia: string; oficio: string }

/** Returns the id of the chat with this maestro about this search. The server creates it when there is none. */
export async function startChat({ maestroId, alcaldia, oficio }: Asked): Promise<string> {
  const { data } = await callFunction(chatInitiate, {
    maestro_id: maestroId,
    alcaldia_seleccionada: alcaldia,
    oficio_seleccionado: oficio,
    contexto: { alcaldia, servicio: oficio },
  })
  return data.chat_id
}
