import type { Lado } from '@maestros/dominio/chat/lado'
import { conversaciones as textos } from '@maestros/dominio/chat/textos-de-bandeja'
import { haceCuanto } from '@maestros/dominio/fechas'
import { COPIA_ANTIGUA_MS } from '@maestros/dominio/limites'
import { comun } from '@maestros/dominio/textos'
import { aplicacion } from '@maestros/dominio/textos-de-aplicacion'
import { useQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import { FailureNotice, NextPageFailed } from '#entities/state/failures.tsx'
import { buttonClass } from '#ui/elements/button.tsx'
import { EndOfList } from '#ui/elements/end-of-list.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { chatsQuery, type InboxChat, useChats } from './api/get-chats.ts'
import { TwoBubbles } from './drawings.tsx'
import { InboxRow, InboxRowSkeleton, row, useRowHeight } from './inbox-row.tsx'
import { useRowsAround } from './rows-around.ts'

/** The differences between the two inboxes: the path of a row, and the next step when there are no chats. */
const SIDES = {
  buscador: { path: '/chats', next: '/' },
  maestro: { path: '/chat-maestro', next: '/perfil-maestro' },
} as const satisfies Record<Lado, object>

/** The rows of the first window load their photos at once, the others when they come near. */
const EAGER_ROWS = 8

const list = 'divide-y divide-border overflow-hidden rounded-card border border-border bg-card'

export function Inbox({ side }: { side: Lado }) {
  const { chats, failed, retry, more, moreFailed, busy, loadMore } = useChats(side)
  return (
    <main className="mx-auto max-w-reading px-4 pt-6 pb-10 sm:pt-8">
      <h1 className="text-2xl font-semibold">{textos.titulo}</h1>
      <InboxAge side={side} />
      <div className="mt-4 [overflow-anchor:none]">
        {!chats && !failed && <Loading />}
        {failed && (
          <div role="alert">
            <FailureNotice
              drawing={<TwoBubbles />}
              title={textos.fallo.titulo}
              text={textos.fallo.texto}
              onRetry={retry}
            />
          </div>
        )}
        {chats?.length === 0 && <Empty side={side} />}
        {chats && chats.length > 0 && <Rows chats={chats} side={side} more={more} />}
        {chats && more && !moreFailed && (
          <>
            <EndOfList busy={busy} loaded={chats.length} onNear={loadMore} />
            <div role="status" className={`${list} mt-3`}>
              <span className="sr-only">{textos.cargandoMas}</span>
              <InboxRowSkeleton />
            </div>
          </>
        )}
        {moreFailed && (
          <div className="mt-6">
            <NextPageFailed text={textos.masNoLlegan} onRetry={loadMore} />
          </div>
        )}
      </div>
    </main>
  )
}

/** More than what is above the list on the screen, so that the place of the list in the page need not be known. */
const BEYOND = { ahead: 5, behind: 3 }

type RowsProps = { chats: InboxChat[]; side: Lado; more: boolean }

/** Renders the rows near the window. The padding of the list stands for the others: the page has its whole height at once. */
function Rows({ chats, side, more }: RowsProps) {
  const height = useRowHeight()
  const around = useRowsAround(BEYOND)
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: chats.length,
    estimateSize: () => height,
    ...around,
    // The library never scrolls: the browser and the router do.
    scrollToFn: () => undefined,
  })
  useLayoutEffect(() => {
    // The library keeps the sizes that it knows.
    if (height > 0) virtualizer.measure()
  }, [virtualizer, height])
  const items = virtualizer.getVirtualItems()
  const paddingTop = items[0]?.start ?? 0
  const paddingBottom = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <ul
      aria-label={textos.lista}
      // Chromium would scroll by the height of the rows that are replaced by padding.
      className={`${list} [overflow-anchor:none]`}
      style={{ paddingTop, paddingBottom }}
    >
      {items.map(({ index }) => {
        const chat = chats[index]
        return (
          chat && (
            <li
              key={chat.id}
              className={row}
              aria-posinset={index + 1}
              aria-setsize={more ? -1 : chats.length}
            >
              <InboxRow chat={chat} to={`${SIDES[side].path}/${chat.id}`} eager={index < EAGER_ROWS} />
            </li>
          )
        )
      })}
    </ul>
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

function Empty({ side }: { side: Lado }) {
  const { titulo, texto, accion } = textos.vacio[side]
  return (
    <Notice
      drawing={<TwoBubbles />}
      title={titulo}
      action={
        <Link className={buttonClass({ variant: 'next' })} to={SIDES[side].next}>
          {accion}
        </Link>
      }
    >
      {texto}
    </Notice>
  )
}

const REFRESH_MS = 30_000

/** Says how old the list is when it was restored from the device, or could not be read for a while. */
function InboxAge({ side }: { side: Lado }) {
  const { dataUpdatedAt } = useQuery({ ...chatsQuery(side), enabled: false })
  const now = useNow()
  const old = dataUpdatedAt > 0 && now - dataUpdatedAt > COPIA_ANTIGUA_MS
  return (
    <p role="status" className="text-sm text-muted-foreground">
      {old && <span className="block pt-1">{aplicacion.actualizado(haceCuanto(dataUpdatedAt, now))}</span>}
    </p>
  )
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
