import { chat as textos } from '@maestros/dominio/chat/textos'
import { useContext } from 'react'
import { useOriginal } from '../api/original.ts'
import { type OpenChat, OpenChatContext } from '../open-chat.ts'

const { mensajes } = textos

/** Above the text of an answer: the message that it answers to. */
export function Quote({ id }: { id: string }) {
  const chat = useContext(OpenChatContext)
  return chat && <QuoteIn chat={chat} id={id} />
}

function QuoteIn({ chat, id }: { chat: OpenChat; id: string }) {
  const original = useOriginal(chat.chatId, id)
  const own = original?.autor_id === chat.userId
  return (
    <span
      data-cita={id}
      className="mb-1 block rounded-control border-l-4 border-primary bg-card px-2.5 py-1 text-sm text-muted-foreground"
    >
      {original && (
        <span className="block truncate font-medium text-primary">
          {own ? mensajes.respondeAPropio : mensajes.respondeA(chat.nombre)}
        </span>
      )}
      <span className="line-clamp-2 [overflow-wrap:anywhere]">{excerptOf(original)}</span>
    </span>
  )
}

export function excerptOf(original: ReturnType<typeof useOriginal>): string {
  if (!original) return mensajes.original
  if (original.eliminado_en !== null) return mensajes.eliminado
  const { tipo } = original
  return tipo === 'texto' || tipo === 'contacto' ? (original.contenido ?? '') : mensajes[tipo]
}
