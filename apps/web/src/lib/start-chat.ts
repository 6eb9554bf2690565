import { type ChatInitiateInput, chatInitiate } from '@maestros/contrato/funciones/chat-initiate'
import { callFunction } from './functions.ts'

type Asked = { maestroId: string; alcaldia: string; oficio: string }

/** The chat with this maestro about this search, begun if there is none. Its id, to go to. */
export async function startChat({ maestroId, alcaldia, oficio }: Asked): Promise<string> {
  const body: ChatInitiateInput = {
    maestro_id: maestroId,
    alcaldia_seleccionada: alcaldia,
    oficio_seleccionado: oficio,
    contexto: { alcaldia, servicio: oficio },
  }
  const { data } = await callFunction(chatInitiate, { body })
  return data.chat_id
}
