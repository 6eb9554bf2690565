import { chat } from '@maestros/dominio/textos/chat'
import { comun } from '@maestros/dominio/textos/comun'
import { Contact } from 'lucide-react'
import { type MetaFunction, useParams } from 'react-router'
import type { Chat } from '#features/chat/api/chat.ts'
import { Conversation, type ConversationEnd } from '#features/chat/conversation/conversation.tsx'
import { ReviewRequest } from '#features/resenas/review-request.tsx'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { ContactAction } from '../contact-action.tsx'
import { useRouteRole } from '../role-routes.ts'

export const meta: MetaFunction = () => [{ title: `${chat.titulo} · ${comun.producto}` }]

export default function ChatScreen() {
  const { id = '' } = useParams()
  const role = useRouteRole()
  const session = useSession()
  if (session.status !== 'signed-in') return null
  // The key gives each chat its own state, so that nothing of one chat shows in another.
  const { userId } = session
  return (
    <Conversation
      key={id}
      chatId={id}
      side={role}
      userId={userId}
      {...(role === 'buscador' && {
        headerAction: contactAction,
        renderEnd: (end: ConversationEnd) => <ReviewRequest chatId={id} userId={userId} {...end} />,
      })}
    />
  )
}

function contactAction({ otro, contexto, cerrado, pausado }: Chat) {
  if (cerrado || pausado) return null
  return (
    <ContactAction
      maestroId={otro.id}
      contexto={contexto}
      inChat
      trigger={(props) => (
        <Button
          variant="ghost"
          size="icon"
          className="shrink-0 text-primary"
          aria-label={chat.encabezado.contacto}
          title={chat.encabezado.contacto}
          {...props}
        >
          <Contact aria-hidden />
        </Button>
      )}
    />
  )
}
