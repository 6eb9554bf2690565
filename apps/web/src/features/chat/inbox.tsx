import type { Role } from '@maestros/dominio/acceso'
import { comun } from '@maestros/dominio/textos/comun'
import { conversaciones as textos } from '@maestros/dominio/textos/conversaciones'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { EndOfList } from '#ui/end-of-list.tsx'
import { Notice } from '#ui/notice.tsx'
import { useChats } from './api/get-chats.ts'
import { TwoBubbles } from './drawings.tsx'
import { InboxRow, InboxRowSkeleton, row } from './inbox-row.tsx'

/** What differs between the two inboxes: where a row leads, and what to do when there is none. */
const SIDES = {
  buscador: { path: '/chats', next: '/' },
  maestro: { path: '/chat-maestro', next: '/perfil-maestro' },
} as const satisfies Record<Role, object>

/** Those in the first window come at once, the others when they are near. */
const AT_ONCE = 8

const list = 'divide-y divide-border overflow-hidden rounded-card border border-border bg-card'

export function Inbox({ side }: { side: Role }) {
  const { chats, failed, retry, more, moreFailed, busy, readOn } = useChats(side)
  return (
    <main className="mx-auto max-w-reading px-4 pt-6 pb-10 sm:pt-8">
      <h1 className="text-2xl font-semibold">{textos.titulo}</h1>
      <div className="mt-4">
        {!chats && !failed && <Loading />}
        {failed && <Failed onRetry={retry} />}
        {chats?.length === 0 && <Nobody side={side} />}
        {chats && chats.length > 0 && (
          <ul aria-label={textos.lista} className={list}>
            {chats.map((chat, index) => (
              <li key={chat.id} className={row}>
                <InboxRow chat={chat} to={`${SIDES[side].path}/${chat.id}`} eager={index < AT_ONCE} />
              </li>
            ))}
          </ul>
        )}
        {chats && more && !moreFailed && (
          <>
            <EndOfList busy={busy} onNear={readOn} />
            <div role="status" className={`${list} mt-3`}>
              <span className="sr-only">{textos.cargandoMas}</span>
              <InboxRowSkeleton />
            </div>
          </>
        )}
        {moreFailed && <MoreFailed onRetry={readOn} />}
      </div>
    </main>
  )
}

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

function Loading() {
  return (
    <div role="status" className={list}>
      <span className="sr-only">{comun.cargando}</span>
      {SKELETONS.map((key) => (
        <InboxRowSkeleton key={key} />
      ))}
    </div>
  )
}

function Nobody({ side }: { side: Role }) {
  const { titulo, texto, accion } = textos.vacio[side]
  return (
    <Notice
      drawing={<TwoBubbles />}
      title={titulo}
      action={
        <Button variant="next" asChild>
          <Link to={SIDES[side].next}>{accion}</Link>
        </Button>
      }
    >
      {texto}
    </Notice>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <Notice
        drawing={<TwoBubbles />}
        title={textos.fallo.titulo}
        action={
          <Button variant="next" onClick={onRetry}>
            {comun.reintentar}
          </Button>
        }
      >
        {textos.fallo.texto}
      </Notice>
    </div>
  )
}

function MoreFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mt-6 grid justify-items-center gap-3 text-center">
      <p role="alert" className="text-muted-foreground">
        {textos.masNoLlegan}
      </p>
      <Button variant="outline" onClick={onRetry}>
        {comun.reintentar}
      </Button>
    </div>
  )
}
