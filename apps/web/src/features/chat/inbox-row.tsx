import { conversaciones } from '@maestros/dominio/chat/textos-de-bandeja'
import { horaEnLista } from '@maestros/dominio/fechas'
import { memo, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { cn } from '#ui/class-names.ts'
import { Avatar } from '#ui/elements/avatar.tsx'
import { Skeleton } from '#ui/elements/skeleton.tsx'
import type { InboxChat } from './api/get-chats.ts'
import { serverDate } from './api/server-time.ts'
import { FROM_INBOX } from './conversation/back-to-inbox.tsx'
import { UnreadBadge } from './unread-badge.tsx'

const { fila: textos } = conversaciones

/** All rows have the same height, so that a row that changes or is rendered later moves no other row. */
export const row = 'h-[6.75rem] sm:h-[5.5rem]'

const WIDE = '(min-width: 40rem)'
const ROW_REM = { narrow: 6.75, wide: 5.5 }

/** The height of `row` in pixels. It follows the width of the window and the text size of the browser. */
export const useRowHeight = (): number => useSyncExternalStore(onResize, rowHeight)

function rowHeight(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return rem * (matchMedia(WIDE).matches ? ROW_REM.wide : ROW_REM.narrow)
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

const frame = 'flex items-center gap-3 px-4 max-[18.75rem]:gap-2 max-[18.75rem]:px-3'

type Props = { chat: InboxChat; to: string; eager: boolean }

export const InboxRow = memo(function InboxRow({ chat, to, eager }: Props) {
  const unread = chat.sinLeer > 0
  return (
    <Link
      to={to}
      state={FROM_INBOX}
      prefetch="intent"
      className={cn(frame, 'h-full transition-colors duration-150 -outline-offset-3 hover:bg-muted')}
    >
      <Avatar
        src={chat.foto}
        initials={chat.iniciales}
        seed={chat.nombre}
        eager={eager}
        className="size-14 text-lg max-[18.75rem]:size-11"
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-x-3 max-[18.75rem]:flex-wrap">
          <span className="min-w-0 truncate font-semibold max-[18.75rem]:basis-full">{chat.nombre}</span>
          {chat.creadoEn && <Hora fecha={chat.creadoEn} unread={unread} />}
        </p>
        <p className="truncate text-sm text-muted-foreground">{chat.lugar}</p>
        <p className="flex items-start justify-between gap-3">
          <span
            className={cn(
              'line-clamp-2 min-w-0 text-sm break-words text-pretty max-[18.75rem]:line-clamp-1 sm:line-clamp-1',
              unread ? 'font-semibold' : 'text-muted-foreground',
            )}
          >
            {chat.propio && <span>{textos.propio} </span>}
            <span>{chat.vistaPrevia}</span>
          </span>
          <UnreadBadge count={chat.sinLeer} of="sin-leer" label={textos.sinLeer(chat.sinLeer)} />
        </p>
      </div>
    </Link>
  )
})

function Hora({ fecha, unread }: { fecha: string; unread: boolean }) {
  return (
    <time
      dateTime={fecha}
      className={cn(
        'shrink-0 text-sm tabular-nums',
        unread ? 'font-semibold text-foreground' : 'text-muted-foreground',
      )}
    >
      {horaEnLista(new Date(fecha), serverDate())}
    </time>
  )
}

export function InboxRowSkeleton() {
  return (
    <div className={cn(row, frame)}>
      <Skeleton className="size-14 shrink-0 rounded-card" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="h-3.5 w-4/5" />
      </div>
    </div>
  )
}
