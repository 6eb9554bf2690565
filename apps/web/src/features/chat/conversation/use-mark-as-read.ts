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
  /** The newest message of the other person; undefined until messages are loaded, null when there is none. */
  newest: number | null | undefined
}

/** Marks the chat as read shortly after it is opened and after each new message, while the page is visible. */
export function useMarkAsRead({ chatId, side, newest }: Given) {
  const known = useRef<number | null | undefined>(undefined)
  const failed = useRef(false)

  const mark = useEffectEvent(async () => {
    const session = getSession()
    if (session.status !== 'signed-in' || session.leaving) return
    failed.current = false
    try {
      await markAsRead(chatId, side)
      dispatchEvent(new Event(REFRESH_EVENT))
    } catch (cause) {
      failed.current = true
      logFailure('mark as read', cause)
    }
  })

  useEffect(() => whenVisible(LEIDO_AL_ENTRAR_MS, () => void mark()), [])

  useEffect(() => {
    const before = known.current
    known.current = newest
    // Opening the chat already marks the first page.
    if (before === undefined || newest === undefined || newest === null || newest === before) return
    return whenVisible(LEIDO_TRAS_MENSAJE_MS, () => void mark())
  }, [newest])

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
