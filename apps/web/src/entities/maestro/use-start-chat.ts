import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { comun } from '@maestros/dominio/textos'
import { useNavigate } from 'react-router'
import { isUnreachable, refusalSentence } from '#lib/client/call-error.ts'
import { useMutation } from '#lib/client/use-mutation.ts'
import { logFailure } from '#lib/device/log.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { toast } from '#ui/toasts/toast.ts'

type Asked = { maestroId: string; alcaldia: string; oficio: string }

/** Returns the id of the chat with this maestro about this search. The server creates it when there is none. */
async function startChat({ maestroId, alcaldia, oficio }: Asked): Promise<string> {
  const { data } = await callFunction(chatInitiate, {
    maestro_id: maestroId,
    alcaldia_seleccionada: alcaldia,
    oficio_seleccionado: oficio,
    contexto: { alcaldia, servicio: oficio },
  })
  return data.chat_id
}

/**
 * Opens the chat with a maestro and goes to it. A failure of the server is only logged, as the specification asks. A
 * missing network and a refusal, for example because of too many new chats or a retired trade, are shown: the person can do something
 * about them.
 */
export function useStartChat() {
  const navigate = useNavigate()
  const chat = useMutation({
    mutationFn: startChat,
    onError: (cause) => {
      logFailure('chat start', cause)
      const sentence = isUnreachable(cause) ? comun.sinConexion : refusalSentence(cause)
      if (sentence) toast.error(sentence)
    },
  })
  return {
    opening: chat.isPending,
    open: (about: Parameters<typeof startChat>[0]) => {
      if (chat.isPending) return
      // Only while the button is on the screen: whoever has left meanwhile does something else.
      chat.mutate(about, { onSuccess: (chatId) => navigate(`/chats/${chatId}`) })
    },
  }
}
