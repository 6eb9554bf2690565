import { tieneTexto } from '@maestros/dominio/chat/conversacion'
import { chat } from '@maestros/dominio/chat/textos'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { Contact } from 'lucide-react'
import { type ClientLoaderFunctionArgs, type MetaFunction, useParams } from 'react-router'
import { type Chat, type ChatKey, chatQuery } from '#features/chat/api/chat.ts'
import { prefetchConversation } from '#features/chat/api/conversation.ts'
import { useHasWritten } from '#features/chat/api/messages.ts'
import { Conversation, type ConversationEnd, type MenuOf } from '#features/chat/conversation/conversation.tsx'
import { ReviewRequest } from '#features/resenas/review-request.tsx'
import { PersonMenu } from '#features/seguridad/person-menu.tsx'
import type { Persona } from '#features/seguridad/persona.ts'
import { useSession } from '#lib/session/session-state.ts'
import { Button } from '#ui/elements/button.tsx'
import { lazyComponent } from '#ui/timing/lazy-component.tsx'
import { roleOf, useRouteRole } from '../access/role-routes.ts'
import { useScreenTitle } from '../frame/screen-title.ts'
import { ContactAction } from './contacto/contact-action.tsx'

export const meta: MetaFunction = () => [{ title: `${chat.titulo} · ${comun.producto}` }]

export function clientLoader({ params, pattern }: ClientLoaderFunctionArgs) {
  prefetchConversation(params.id ?? '', roleOf(pattern))
  return null
}

const PushOffer = lazyComponent(() => import('#features/avisos/push/push-offer.tsx'))

export default function ChatScreen() {
  const { id = '' } = useParams()
  const role = useRouteRole()
  const session = useSession()
  if (session.status !== 'signed-in') return null
  // The key gives each chat its own state, so that nothing of one chat shows in another.
  const { userId } = session
  const menu: MenuOf = ({ chat, messages }) => (
    <PersonMenu
      userId={userId}
      persona={{ ...personaOf(chat, messages, userId), lado: role === 'buscador' ? 'maestro' : 'buscador' }}
    />
  )
  return (
    <>
      <Conversation
        key={id}
        chatId={id}
        side={role}
        userId={userId}
        menu={menu}
        {...(role === 'buscador' && {
          headerAction: contactAction,
          renderEnd: (end: ConversationEnd) => <ReviewRequest chatId={id} userId={userId} {...end} />,
        })}
      />
      <Title chatKey={{ chatId: id, side: role, userId }} />
      <AfterWriting chatId={id} userId={userId} />
    </>
  )
}

function Title({ chatKey }: { chatKey: ChatKey }) {
  useScreenTitle(chat.titulo, useQuery(chatQuery(chatKey)).data?.otro.titulo)
  return null
}

/** Offers notifications after the person has sent a message. */
function AfterWriting({ chatId, userId }: { chatId: string; userId: string }) {
  return <PushOffer userId={userId} due={useHasWritten(chatId, userId)} />
}

function contactAction({ otro, contexto, cerrado, pausado, bloqueado }: Chat) {
  if (cerrado || pausado || bloqueado) return null
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

type About = Parameters<MenuOf>[0]

const VOICE_NOTE = chat.mensajes.audio

/** Messages that can be added to a report, the newest first. A deleted one has no text any more. */
function personaOf(chat: About['chat'], messages: About['messages'], userId: string): Omit<Persona, 'lado'> {
  const kept = messages.filter(({ eliminado_en }) => eliminado_en === null)
  const shown = kept.map(({ id, autor_id, tipo, contenido, creado_en }) => ({
    id,
    own: autor_id === userId,
    texto: tieneTexto(tipo) ? contenido : tipo === 'audio' ? VOICE_NOTE : null,
    creadoEn: creado_en,
  }))
  return { id: chat.otro.id, nombre: chat.otro.nombre, chat: { id: chat.id, messages: shown.reverse() } }
}
