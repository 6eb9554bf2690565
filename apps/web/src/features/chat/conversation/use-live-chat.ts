import { ESCRIBIENDO_DURA_MS } from '@maestros/dominio/chat/conversacion'
import { SONDEO_DE_CONVERSACION_MS } from '@maestros/dominio/limites'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type JoinedChat, joinChat, onChange, onJoined as onPersonJoined } from '#lib/live/live.ts'
import { queryClient, readAgain } from '#lib/session/query-client.ts'
import { type Chat, type ChatKey, chatQuery, noteReadByOther } from '../api/chat.ts'
import { pollContactAccess, readContactAccess } from '../api/contact-access.ts'
import {
  addLiveMensaje,
  knownMensajes,
  pollNewest,
  readAfterInterruption,
  readClosed,
  replaceMensaje,
} from '../api/messages.ts'
import { sendAll, settle } from '../outbox/outbox.ts'

/**
 * Updates the open conversation from live events: new messages, read marks and typing. Without its channel, and
 * until the newest page and the chat were read after a join, the conversation is polled while the page is visible.
 */
export function useLiveChat(key: ChatKey, { cerrado }: Pick<Chat, 'cerrado'>) {
  const { chatId, side, userId } = key
  const joined = useRef<JoinedChat | null>(null)
  const [writing, setWriting] = useState(false)
  const [lost, setLost] = useState(true)
  const interrupted = knownMensajes(chatId)?.interrupted ?? false
  // The read marks of the other person may be older than what was missed.
  const outdated = queryClient.getQueryState(chatQuery(key).queryKey)?.status === 'error'
  const reconnecting = usePolling(lost || interrupted || outdated, key)

  const readChat = useEffectEvent(() => {
    void readAgain({ queryKey: chatQuery(key).queryKey })
    readContactAccess()
  })
  const onJoined = useEffectEvent(() => {
    setLost(false)
    void readAfterInterruption(chatId)
    readChat()
    void sendAll(userId)
  })
  const onRead = useEffectEvent((hasta: number) => noteReadByOther(key, hasta))
  // The other's account was erased: the name, the pictures and parts of the texts are no longer what was read before.
  const onClosed = useEffectEvent(() => {
    const { queryKey } = chatQuery(key)
    if (queryClient.getQueryData(queryKey)?.cerrado) return
    queryClient.setQueryData(queryKey, (known) => known && { ...known, cerrado: true })
    readChat()
  })
  // Also when that happened while the app was closed or had no network: what is known may be older.
  useEffect(() => {
    if (cerrado) void readClosed(chatId)
  }, [cerrado, chatId])

  // The other's account was suspended or restored, or one of the two has blocked or unblocked the other.
  const onState = useEffectEvent(({ pausado, bloqueado }: Pick<Chat, 'pausado' | 'bloqueado'>) => {
    const { queryKey } = chatQuery(key)
    const chat = queryClient.getQueryData(queryKey)
    if (!chat || (chat.pausado === pausado && chat.bloqueado === bloqueado)) return
    queryClient.setQueryData(queryKey, (known) => known && { ...known, pausado, bloqueado })
    // A block hides the maestro's whole name. Events of two changes at the same time may also arrive in the other order.
    readChat()
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopWriting = () => {
      clearTimeout(timer)
      setWriting(false)
    }
    const room = joinChat(chatId, {
      onMensaje: (mensaje) => {
        addLiveMensaje(mensaje)
        // The contact was unlocked, and the seeker sees the maestro's whole name.
        if (mensaje.tipo === 'contacto') readChat()
        if (mensaje.autor_id !== userId) stopWriting()
        else if (mensaje.client_id) settle(userId, mensaje.client_id)
      },
      onEscribiendo: () => {
        clearTimeout(timer)
        setWriting(true)
        timer = setTimeout(stopWriting, ESCRIBIENDO_DURA_MS)
      },
      onJoined,
      onLost: () => setLost(true),
    })
    joined.current = room
    const read = side === 'buscador' ? 'leido_maestro_hasta' : 'leido_buscador_hasta'
    const end = onChange(({ type, table, record }) => {
      if (table === 'mensajes' && type === 'UPDATE' && record?.chat_id === chatId) replaceMensaje(record)
      if (table !== 'chats' || record?.id !== chatId) return
      onRead(record[read])
      onState({ pausado: record.pausado_en !== null, bloqueado: record.bloqueado_en !== null })
      if (record.cerrado_en !== null) onClosed()
    })
    // Changes of the chat itself come by the person's channel, which may be joined later than that of the conversation.
    const endJoined = onPersonJoined(readChat)
    return () => {
      stopWriting()
      end()
      endJoined()
      room.leave()
      joined.current = null
    }
  }, [chatId, side, userId])

  // After the key is on the screen: on a slow phone sending takes as long as showing it.
  const onTyping = () => requestAnimationFrame(() => setTimeout(() => joined.current?.typing()))
  return { writing, reconnecting, onTyping }
}

/** Reads the conversation again and again while it is incomplete. Returns whether that has been going on for a while. */
function usePolling(incomplete: boolean, key: ChatKey): boolean {
  const [polling, setPolling] = useState(false)
  const read = useEffectEvent(() => {
    if (document.visibilityState === 'hidden' || !navigator.onLine) return
    void pollNewest(key.chatId)
    void queryClient.refetchQueries({ queryKey: chatQuery(key).queryKey }, { cancelRefetch: false })
    pollContactAccess()
  })
  useEffect(() => {
    if (!incomplete) return
    // A first join, or a short interruption, is over before this time.
    const timer = setInterval(() => {
      setPolling(true)
      read()
    }, SONDEO_DE_CONVERSACION_MS)
    return () => {
      clearInterval(timer)
      setPolling(false)
    }
  }, [incomplete])
  return polling
}
