import { chat } from '@maestros/dominio/textos/chat'
import { comun } from '@maestros/dominio/textos/comun'
import { type MetaFunction, useParams } from 'react-router'
import { Conversation } from '#features/chat/conversation/conversation.tsx'
import { useSession } from '#lib/session.ts'

export const meta: MetaFunction = () => [{ title: `${chat.titulo} · ${comun.producto}` }]

export default function ChatDeMaestro() {
  const { id = '' } = useParams()
  const session = useSession()
  if (session.status !== 'signed-in') return null
  // Another chat starts anew: nothing of one may show in another.
  return <Conversation key={id} chatId={id} side="maestro" userId={session.userId} />
}
