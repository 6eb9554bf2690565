import { chat } from '@maestros/dominio/textos/chat'
import { comun } from '@maestros/dominio/textos/comun'
import { type MetaFunction, useParams } from 'react-router'
import { Conversation } from '#features/chat/conversation/conversation.tsx'
import { useSession } from '#lib/session.ts'
import { useRouteRole } from '../role-routes.ts'

export const meta: MetaFunction = () => [{ title: `${chat.titulo} · ${comun.producto}` }]

export default function ChatScreen() {
  const { id = '' } = useParams()
  const role = useRouteRole()
  const session = useSession()
  if (session.status !== 'signed-in') return null
  // The key gives each chat its own state, so that nothing of one chat shows in another.
  return <Conversation key={id} chatId={id} side={role} userId={session.userId} />
}
