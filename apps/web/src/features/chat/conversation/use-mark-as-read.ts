import type { Role } from '@maestros/dominio/acceso'
import { LEIDO_AL_ENTRAR_MS, LEIDO_TRAS_MENSAJE_MS } from '@maestros/dominio/limites'
import { useEffect, useEffectEvent, useRef } from 'react'
import { onBack } from '#lib/live.ts'
import { logFailure } from '#lib/log.ts'
import { getSession } from '#lib/session.ts'
import { markAsRead } from '../api/mark-as-read.ts'
import { REFRESH_EVENT } from '../api/no-leidos.ts'

type Given = {
  chatId: string
  role: Role
  /** The other's newest message; undefined until messages are here, null when there is none. */
  newest: number | null | undefined
}

/** What is on a screen that someone looks at counts as read: shortly after entering, and after each new message. */
export function useMarkAsRead({ chatId, role, newest }: Given) {
  const known = useRef<number | null | undefined>(undefined)
  const failed = useRef(false)

  const mark = useEffectEvent(async () => {
    const session = getSession()
    if (session.status !== 'signed-in' || session.leaving) return
    failed.current = false
    try {
      await markAsRead(chatId, role)
      dispatchEvent(new Event(REFRESH_EVENT))
    } catch (cause) {
      failed.current = true
      logFailure('mark as read', cause)
    }
  })

  useEffect(() => whenSeen(LEIDO_AL_ENTRAR_MS, () => void mark()), [])

  useEffect(() => {
    const before = known.current
    known.current = newest
    // The first page is what the entering marks.
    if (before === undefined || newest === undefined || newest === null || newest === before) return
    return whenSeen(LEIDO_TRAS_MENSAJE_MS, () => void mark())
  }, [newest])

  useEffect(() => {
    let end: (() => void) | undefined
    const stop = onBack(() => {
      end?.()
      if (failed.current) end = whenSeen(0, () => void mark())
    })
    return () => {
      stop()
      end?.()
    }
  }, [])
}

/** After the pause; on a page that nobody looks at, once someone does. */
function whenSeen(pause: number, act: () => void): () => void {
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
