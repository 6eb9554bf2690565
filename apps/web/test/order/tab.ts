import type { Mensaje } from '@maestros/contrato/chat/mensaje'
import { ladoDeRole } from '@maestros/dominio/acceso/roles'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Chat, type ChatKey, chatQuery } from '#features/chat/api/chat.ts'
import { knownMensajes, mensajesQuery, shownTo, trimMensajes } from '#features/chat/api/messages.ts'
import { useLiveChat } from '#features/chat/conversation/use-live-chat.ts'
import { useMarkAsRead } from '#features/chat/conversation/use-mark-as-read.ts'
import { setDraft, useDraft } from '#features/chat/drafts.ts'
import { type Entry, enqueue, useOutbox } from '#features/chat/outbox/outbox.ts'
import OutboxRunner from '#features/chat/outbox/outbox-runner.tsx'
import { hasUnsaved } from '#features/chat/outbox/store.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { startSession } from '#lib/session/session.ts'
import { getSession, subscribe } from '#lib/session/session-state.ts'
import { signIn, signOut } from '#lib/session/sign-in-and-out.ts'
import { mount } from './react.ts'

/**
 * One tab of the simulation: the modules of the app, and a screen that uses their hooks as features/chat/conversation does. bundle.ts
 * makes one script of this file and of everything that it imports.
 */

/** What is on the screen of a tab. */
export type View = {
  userId: string
  chatId: string
  messages: readonly Mensaje[]
  pending: readonly Entry[]
  /** The `secuencia` of the newest message that was on the screen. */
  seen: number
  readByOther: number
  draft: string
}

type Screen = ChatKey & {
  /** Whether the reader is at the end of the conversation, and not further up. */
  atEnd: boolean
  report: (view: View | null) => void
}

function Conversation({ atEnd, report, chatId, side, userId }: Screen) {
  const key = useMemo(() => ({ chatId, side, userId }), [chatId, side, userId])
  // As in the app, it renders again when a reading fails or works again.
  const { data: chat, isError: _ } = useQuery(chatQuery(key), queryClient)
  useQuery({ ...mensajesQuery(chatId), enabled: chat !== null }, queryClient)
  const open = useRef<{ set: (props: OpenScreen) => void; end: () => void } | null>(null)
  useEffect(() => {
    if (!chat) {
      open.current?.end()
      open.current = null
      return report(null)
    }
    const props = { chatKey: key, chat, atEnd, report }
    if (open.current) open.current.set(props)
    else open.current = mount(OpenConversation, props)
  })
  useEffect(() => () => open.current?.end(), [])
}

type OpenScreen = { chatKey: ChatKey; chat: Chat } & Pick<Screen, 'atEnd' | 'report'>

function OpenConversation({ chatKey, chat, atEnd, report }: OpenScreen) {
  const { chatId, userId } = chatKey
  const messages = knownMensajes(chatId)
  useLiveChat(chatKey, chat)
  const [seen, setSeen] = useState<number | undefined>(undefined)
  useMarkAsRead(
    chatKey,
    messages && seen !== undefined
      ? { arrived: shownTo(messages, userId), shown: shownTo(messages, userId, seen) }
      : undefined,
  )
  const pending = useOutbox(userId).filter((entry) => entry.chatId === chatId)
  const draft = useDraft(userId, chatId)
  const newest = messages?.messages.at(-1)?.secuencia ?? 0
  useEffect(() => {
    if (messages && (atEnd || seen === undefined)) setSeen(newest)
  })
  useEffect(() => {
    if (!messages) return report(null)
    const place = atEnd ? newest : (seen ?? newest)
    const readByOther = chat.leidoPorOtroHasta
    report({ userId, chatId, messages: messages.messages, pending, seen: place, readByOther, draft })
  })
  useEffect(() => () => trimMensajes(chatId), [chatId])
}

/** Follows the session: the screens of a person end with it. */
export function startApp(chatOf: (userId: string) => string, report: (view: View | null) => void) {
  let atEnd = true
  let shown: { userId: string; chatId: string; ends: (() => void)[]; scroll: () => void } | undefined
  const hide = () => {
    for (const end of shown?.ends ?? []) end()
    shown = undefined
    report(null)
  }
  const follow = () => {
    const session = getSession()
    const side = session.status === 'signed-in' ? ladoDeRole(session.role) : null
    if (session.status !== 'signed-in' || !side) return shown && hide()
    const { userId } = session
    const chatId = chatOf(userId)
    if (shown?.userId === userId && shown.chatId === chatId) return
    hide()
    atEnd = true
    const props = () => ({ userId, chatId, side, atEnd, report })
    const screen = mount(Conversation, props())
    const runner = mount(OutboxRunner, { userId })
    shown = { userId, chatId, ends: [screen.end, runner.end], scroll: () => screen.set(props()) }
  }
  // As the provider of the queries does: it reads again when the page is shown and when the network is back.
  queryClient.mount()
  subscribe(follow)
  void startSession()
  return {
    /** Opens the conversation that `chatOf` names now. */
    navigate: follow,
    scroll: (toEnd: boolean) => {
      atEnd = toEnd
      shown?.scroll()
    },
  }
}

/** What the field of the conversation does when its text is sent. */
export function send(userId: string, chatId: string, text: string) {
  setDraft(userId, chatId, '')
  return enqueue(userId, chatId, text)
}

export { getSession, hasUnsaved, setDraft, signIn, signOut }
