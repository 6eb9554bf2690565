import type { Role } from '@maestros/dominio/acceso'
import { EVENTOS_POR_SEGUNDO } from '@maestros/dominio/limites'
import { useEffect } from 'react'
import { onBack, onChange } from '#lib/live.ts'
import { queryClient } from '#lib/query-client.ts'
import type { ChatList } from './get-chats.ts'
import { chatsKey, noLeidosKey, SIDES } from './keys.ts'

/** A message and its chat change together: one look for both. */
const TOGETHER_MS = 40
const APART_MS = 1000 / EVENTOS_POR_SEGUNDO

/** Writes what the hub tells into the cache: the badge and the list, which only asks while someone looks at it. */
export function useLiveChats(role: Role) {
  useEffect(() => keepFresh(role), [role])
}

function keepFresh(role: Role): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  const refresh = () => {
    timer = undefined
    last = Date.now()
    void queryClient.invalidateQueries({ queryKey: noLeidosKey(role) })
    void queryClient.invalidateQueries({ queryKey: chatsKey(role) })
  }
  const soon = () => {
    timer ??= setTimeout(refresh, Math.max(TOGETHER_MS, last + APART_MS - Date.now()))
  }
  const ends = [
    onBack(soon),
    onChange(({ table, record }) => {
      if (table === 'chats' && record) showUnread(role, record.id, record[SIDES[role].unread])
      soon()
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const end of ends) end()
  }
}

/** For a row wherever it is in the list: only the first page is read again. */
export function showUnread(role: Role, chatId: string, sinLeer: number) {
  queryClient.setQueryData<ChatList>(chatsKey(role), (list) => {
    const chat = list?.chats.find(({ id }) => id === chatId)
    if (!list || !chat || chat.sinLeer === sinLeer) return list
    return { ...list, chats: list.chats.map((one) => (one === chat ? { ...chat, sinLeer } : one)) }
  })
}
