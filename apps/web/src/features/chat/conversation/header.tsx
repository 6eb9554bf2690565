import type { Lado } from '@maestros/dominio/chat/lado'
import { chat as textos } from '@maestros/dominio/chat/textos'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '#ui/elements/avatar.tsx'
import type { Chat } from '../api/chat.ts'
import { BackToInbox } from './back-to-inbox.tsx'

const { encabezado } = textos

/** Tells the profile that its chat is the entry before it (see back-navigation.ts). */
const FROM_CHAT = { from: 'chat' }

type Props = {
  side: Lado
  chat: Chat
  writing: boolean
  reconnecting: boolean
  action: ReactNode
  menu: ReactNode
}

export function Header({ side, chat, writing, reconnecting, action, menu }: Props) {
  const { otro, lugar } = chat
  const who = (
    <>
      <Avatar
        src={otro.foto}
        initials={otro.iniciales}
        seed={otro.titulo}
        eager
        className="size-11 max-[16.25rem]:hidden"
      />
      <div className="min-w-0 flex-1 text-left">
        <h1 className="truncate font-semibold">{otro.titulo}</h1>
        {writing ? (
          <p className="text-sm font-medium text-primary">{encabezado.escribiendo}</p>
        ) : (
          <p className="truncate text-sm text-muted-foreground">
            {reconnecting ? encabezado.reconectando : lugar}
          </p>
        )}
      </div>
    </>
  )
  const shape = 'flex min-w-0 flex-1 items-center gap-3 rounded-control p-1'
  return (
    <HeaderFrame side={side}>
      {side === 'buscador' && !chat.cerrado && !chat.pausado ? (
        <Link
          to={`/perfil-maestro/${otro.id}?${new URLSearchParams({ fromChat: chat.id })}`}
          state={FROM_CHAT}
          title={encabezado.verPerfil(otro.nombre)}
          className={`${shape} hover:bg-muted`}
        >
          {who}
        </Link>
      ) : (
        <div className={shape}>{who}</div>
      )}
      <div className="screen-only contents">
        {action}
        {menu}
      </div>
    </HeaderFrame>
  )
}

/** Header with the back link, which is shown before the chat is loaded. */
export function HeaderFrame({ side, children }: { side: Lado; children: ReactNode }) {
  return (
    <header className="conversation-header border-b border-border bg-card">
      <div className="mx-auto flex min-h-16 max-w-reading items-center gap-1 px-2 sm:px-3">
        <BackToInbox
          side={side}
          aria-label={encabezado.volver}
          data-keep-clear
          className="screen-only grid size-11 shrink-0 place-items-center rounded-control hover:bg-muted"
        >
          <ArrowLeft aria-hidden className="size-5" />
        </BackToInbox>
        {children}
      </div>
    </header>
  )
}
