import type { Lado } from '@maestros/dominio/lado'
import { LEIDO_AL_ENTRAR_MS, LEIDO_TRAS_MENSAJE_MS } from '@maestros/dominio/limites'
import { useEffect, useEffectEvent, useRef } from 'react'
import { onJoined } from '#lib/live.ts'
import { logFailure } from '#lib/log.ts'
import { getSession } from '#lib/session.ts'
import { markAsRead } from '../api/mark-as-read.ts'
import { REFRESH_EVENT } from '../api/no-leidos.ts'

type Given = {
  chatId: string
  side: Lado
  /** The last message of the other person that is on the screen (see `shownTo`); undefined until messages are loaded. */
  shown: number | undefined
}

/**
 * Marks what was shown as read, shortly after the chat is opened and after each new message, while the page is visible.
 * Before the messages are loaded nothing was shown, so nothing is marked.
 */
export function useMarkAsRead({ chatId, side, shown }: Given) {
  const opened = useRef(0)
  const marked = useRef<number | undefined>(undefined)
  const failed = useRef(false)

  const mark = useEffectEvent(async () => {
    const session = getSession()
    if (session.status !== 'signed-in' || session.leaving || shown === undefined) return
    marked.current = shown
    failed.current = false
    try {
      await markAsRead(chatId, side, shown)
      dispatchEvent(new Event(REFRESH_EVENT))
    } catch (cause) {
      failed.current = true
      logFailure('mark as read', cause)
    }
  })

  useEffect(() => {
    opened.current = Date.now()
  }, [])

  useEffect(() => {
    if (shown === undefined || shown === marked.current) return
    const left = opened.current + LEIDO_AL_ENTRAR_MS - Date.now()
    return whenVisible(
      marked.current === undefined ? Math.max(left, 0) : LEIDO_TRAS_MENSAJE_MS,
      () => void mark(),
    )
  }, [shown])

  useEffect(() => {
    let end: (() => void) | undefined
    const stop = onJoined(() => {
      end?.()
      if (failed.current) end = whenVisible(0, () => void mark())
    })
    return () => {
      stop()
      end?.()
    }
  }, [])
}

/** Acts after the pause, or when the page becomes visible if it is hidden then. */
function whenVisible(pause: number, act: () => void): () => void {
  const attempt = () => {
    if (document.visibilityState === 'hidden') return
    document.removeEventListener('visibilitychange', attempt)
    act()
  }
  const timer = setTimeout(() => {
    document.addEventListener('visibilitychange', attempt)
    attempt()
  }, pause)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', attempt)
  }
}
