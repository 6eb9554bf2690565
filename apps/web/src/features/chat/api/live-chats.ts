import type { Lado } from '@maestros/dominio/chat/lado'
import { EVENTOS_POR_SEGUNDO } from '@maestros/dominio/limites'
import { useEffect } from 'react'
import { onChange, onJoined } from '#lib/live/live.ts'
import { queryClient, readAgain } from '#lib/session/query-client.ts'
import type { ChatList } from './get-chats.ts'
import { chatsKey, SIDES } from './keys.ts'
import { changesCount, forgetCounted, recount } from './no-leidos.ts'

/** A message and its chat change together. This delay makes one refetch of both events. */
const TOGETHER_MS = 40
const APART_MS = 1000 / EVENTOS_POR_SEGUNDO

/** Updates the badge and the list when live events arrive. The list is refetched only while it is on the screen. */
export function useLiveChats(side: Lado) {
  useEffect(() => keepFresh(side), [side])
}

function keepFresh(side: Lado): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Not the time of day, which may be corrected meanwhile.
  let last = -Infinity
  let count = false
  const refresh = () => {
    timer = undefined
    last = performance.now()
    if (count) void recount(side)
    count = false
    void readAgain({ queryKey: chatsKey(side) })
  }
  const soon = () => {
    timer ??= setTimeout(refresh, Math.max(TOGETHER_MS, last + APART_MS - performance.now()))
  }
  const ends = [
    onJoined(() => {
      forgetCounted()
      count = true
      soon()
    }),
    onChange(({ table, record }) => {
      if (record === null) count = true
      else if (table === 'chats') {
        const sinLeer = record[SIDES[side].unread]
        showUnread(side, record.id, sinLeer)
        if (changesCount(side, record.id, sinLeer)) count = true
      }
      soon()
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const end of ends) end()
  }
}

/** Updates the row anywhere in the list, because a refetch reads only the first page. */
export function showUnread(side: Lado, chatId: string, sinLeer: number) {
  queryClient.setQueryData<ChatList>(chatsKey(side), (list) => {
    const chat = list?.chats.find(({ id }) => id === chatId)
    if (!list || !chat || chat.sinLeer === sinLeer) return list
    return { ...list, chats: list.chats.map((one) => (one === chat ? { ...chat, sinLeer } : one)) }
  })
}
