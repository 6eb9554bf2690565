import type { Mensaje } from '@maestros/contrato/chat/mensaje'
import type { Lado } from '@maestros/dominio/chat/lado'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMutation } from '#lib/client/use-mutation.ts'
import { nextPageRetry } from '#lib/session/query-client.ts'
import { focusHeadingAfter } from '#ui/dialogs/focus-once.ts'
import { lazyComponent } from '#ui/timing/lazy-component.tsx'
import { type Chat, type ChatKey, chatQuery } from '../api/chat.ts'
import {
  knownMensajes,
  type Mensajes,
  mensajesQuery,
  readOlder,
  renewAddresses,
  shownTo,
  trimMensajes,
} from '../api/messages.ts'
import { setReply, useReply } from '../drafts.ts'
import { MessageLog } from '../messages/message-log.tsx'
import { type Item, timelineOf } from '../messages/timeline.ts'
import { type OpenChat, OpenChatContext } from '../open-chat.ts'
import { useOutbox } from '../outbox/outbox.ts'
import { usePastedOrDroppedPicture } from '../pictures/use-pasted-or-dropped-picture.ts'
import { stopPlayback } from '../voice/playback.ts'
import { BlockedNote } from './blocked-note.tsx'
import { Composer } from './composer.tsx'
import { Header, HeaderFrame } from './header.tsx'
import { ReplyBar } from './reply-bar.tsx'
import {
  ChatFailed,
  ChatNotFound,
  ClosedNote,
  DropTarget,
  HeaderSkeleton,
  LogSkeleton,
  PauseNote,
} from './states.tsx'
import { useLiveChat } from './use-live-chat.ts'
import { useMarkAsRead } from './use-mark-as-read.ts'
import { useVisibleHeight } from './use-visible-height.ts'

const Pictures = lazyComponent(() => import('../pictures/pictures.tsx'))

/**
 * What `renderEnd` receives. `accesoEn` is when the contact was unlocked; null when that was
 * before the loaded messages, if at all.
 */
export type ConversationEnd = { maestroId: string; nombre: string; accesoEn: string | null }

/** What a menu about the other person needs. */
export type MenuOf = (about: { chat: Chat; messages: Mensaje[] }) => ReactNode

type Props = {
  chatId: string
  side: Lado
  userId: string
  menu?: MenuOf
  /** What the screen adds to the header, beside the other person. */
  headerAction?: (chat: Chat) => ReactNode
  /** Shown to a seeker after the last message of a chat whose contact may be unlocked. */
  renderEnd?: (end: ConversationEnd) => ReactNode
}

/** A conversation, for either of its two people. */
export function Conversation({ chatId, side, userId, ...slots }: Props) {
  const key = useMemo(() => ({ chatId, side, userId }), [chatId, side, userId])
  const chat = useQuery(chatQuery(key))
  // Both requests run in parallel: the server checks for each whose chat it is.
  const mensajes = useQuery({ ...mensajesQuery(chatId), enabled: chat.data !== null })

  if (chat.data === null) {
    return (
      <Frame header={<HeaderFrame side={side}>{null}</HeaderFrame>}>
        <ChatNotFound side={side} />
      </Frame>
    )
  }
  const { data: loaded, isError: notLoaded } = mensajes
  const failed = (chat.isError && !chat.data) || (notLoaded && !loaded)
  if (failed) {
    const retry = () => void Promise.all([chat.refetch(), mensajes.refetch()])
    return (
      <Frame header={<HeaderFrame side={side}>{null}</HeaderFrame>}>
        <ChatFailed onRetry={retry} retrying={chat.isFetching || mensajes.isFetching} />
      </Frame>
    )
  }
  if (!chat.data) {
    return (
      <Frame header={<HeaderSkeleton side={side} />}>
        <LogSkeleton />
      </Frame>
    )
  }
  return <OpenConversation chatKey={key} chat={chat.data} {...slots} />
}

type OpenProps = { chatKey: ChatKey; chat: Chat } & Pick<Props, 'headerAction' | 'renderEnd' | 'menu'>

function OpenConversation({ chatKey, chat, headerAction, renderEnd, menu }: OpenProps) {
  const { chatId, side, userId } = chatKey
  const mensajes = knownMensajes(chatId)
  const { writing, reconnecting, onTyping } = useLiveChat(chatKey, chat)
  const [seen, setSeen] = useState<number>()
  useMarkAsRead(
    chatKey,
    mensajes && seen !== undefined
      ? { arrived: shownTo(mensajes, userId), shown: shownTo(mensajes, userId, seen) }
      : undefined,
  )
  const outbox = useOutbox(userId)
  const { leidoPorOtroHasta, otro } = chat
  const days = useMemo(() => {
    if (!mensajes) return undefined
    const pending = outbox.filter((entry) => entry.chatId === chatId)
    return timelineOf({ messages: mensajes.messages, pending, userId, leidoPorOtroHasta })
  }, [mensajes, outbox, chatId, userId, leidoPorOtroHasta])

  const unlock = useMemo(() => mensajes && unlockOf(mensajes), [mensajes])
  useEffect(() => () => trimMensajes(chatId), [chatId])
  useEffect(() => stopPlayback, [])
  const older = useMutation({ ...nextPageRetry, mutationFn: () => readOlder(chatId) })
  const pictureButton = useRef<HTMLButtonElement>(null)
  const [sharing, setSharing] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const writable = !chat.cerrado && !chat.pausado && !chat.bloqueado
  const dragging = usePastedOrDroppedPicture({
    enabled: writable && !sharing && file === null,
    onPicture: setFile,
  })
  const [shown, setShown] = useState<string | null>(null)
  const onBroken = useCallback((secuencia: number) => renewAddresses(chatId, secuencia), [chatId])
  const picture = shown === null ? undefined : mensajes?.messages.find(({ id }) => id === shown)

  const answered = useReply(userId, chatId)
  const stopAnswering = () => setReply(userId, chatId, null)
  const reply = (item: Item) => {
    setReply(userId, chatId, item.id)
    // After the dialog of the options has returned the focus.
    setTimeout(() => document.querySelector<HTMLElement>('.composer-field')?.focus())
  }
  const openChat = useMemo((): OpenChat => {
    const [buscadorId, maestroId] = side === 'buscador' ? [userId, otro.id] : [otro.id, userId]
    return { chatId, userId, nombre: otro.nombre, writable, buscadorId, maestroId }
  }, [chatId, userId, side, otro, writable])
  return (
    <OpenChatContext value={openChat}>
      <Frame
        header={
          <Header
            side={side}
            chat={chat}
            writing={writing}
            reconnecting={reconnecting}
            action={headerAction?.(chat)}
            menu={chat.cerrado ? null : menu?.({ chat, messages: mensajes?.messages ?? [] })}
          />
        }
      >
        <PauseNote hasta={chat.enPausaHasta} />
        {days ? (
          <MessageLog
            days={days}
            side={side}
            nombre={chat.otro.nombre}
            older={{
              more: mensajes?.cursor != null,
              reading: older.isPending,
              failed: older.isError,
              read: () => older.mutate(),
            }}
            onSeen={setSeen}
            onOpenPicture={setShown}
            onBrokenPicture={onBroken}
            onReply={writable ? reply : null}
            end={
              unlock !== undefined &&
              renderEnd?.({ maestroId: chat.otro.id, nombre: chat.otro.nombre, accesoEn: unlock })
            }
          />
        ) : (
          <LogSkeleton />
        )}
        {chat.cerrado || chat.pausado ? (
          <ClosedNote chat={chat} />
        ) : chat.bloqueado ? (
          <BlockedNote userId={userId} otro={chat.otro} />
        ) : (
          // The other person may block, or be suspended, while one is typing.
          <div ref={focusHeadingAfter} className="screen-only contents">
            {answered && <ReplyBar chat={openChat} id={answered} onCancel={stopAnswering} />}
            <Composer
              userId={userId}
              chatId={chatId}
              onTyping={onTyping}
              onPicture={() => setSharing(true)}
              pictureRef={pictureButton}
              respuestaA={answered ?? undefined}
              onSent={stopAnswering}
            />
          </div>
        )}
        {dragging && <DropTarget />}
        <Pictures
          userId={userId}
          chatId={chatId}
          file={file}
          onFile={setFile}
          sharing={sharing}
          onSharing={setSharing}
          shown={picture?.contenido ?? null}
          onClose={() => setShown(null)}
          onCloseFocus={() => pictureButton.current?.focus()}
        />
      </Frame>
    </OpenChatContext>
  )
}

/** When the contact was unlocked; null when that cannot be seen here, undefined when the two have not talked. */
function unlockOf({ messages }: Mensajes): string | null | undefined {
  const notice = messages.find(({ tipo }) => tipo === 'contacto')
  const talked = new Set(messages.filter((one) => one !== notice).map(({ autor_id }) => autor_id)).size > 1
  return notice?.creado_en ?? (talked ? null : undefined)
}

/** Fills the window below the navigation bar. Header and composer are fixed, and the messages scroll. */
function Frame({ header, children }: { header: ReactNode; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null)
  useVisibleHeight(frame)
  return (
    <main
      ref={frame}
      className="conversation flex h-[calc(var(--visible-height,100dvh)-var(--spacing)*16)] flex-col overflow-hidden"
    >
      {header}
      {children}
    </main>
  )
}
