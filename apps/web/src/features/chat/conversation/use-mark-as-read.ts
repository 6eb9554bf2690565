import { LEIDO_AL_ENTRAR_MS, LEIDO_TRAS_MENSAJE_MS } from '@maestros/dominio/limites'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isOutage, isWorthRetrying } from '#lib/client/call-error.ts'
import { logFailure } from '#lib/device/log.ts'
import { onJoined } from '#lib/live/live.ts'
import { getSession } from '#lib/session/session-state.ts'
import type { ChatKey } from '../api/chat.ts'
import { markAsRead } from '../api/mark-as-read.ts'
import { REFRESH_EVENT } from '../api/no-leidos.ts'
import { RETRY_MS } from '../outbox/outbox.ts'

/** Two messages of the other person, as `shownTo` names them. */
type Reading = {
  /** The last one that has arrived. */
  arrived: number
  /** The last one that was on the screen. A reader who has scrolled up has not seen what arrives below. */
  shown: number
}

/**
 * Marks what was shown as read, shortly after the chat is opened and after each new message, while the page is visible.
 * `reading` is undefined until the messages are on the screen: nothing is marked before that.
 */
export function useMarkAsRead(chat: ChatKey, reading: Reading | undefined) {
  const opened = useRef(0)
  const marked = useRef<Reading | undefined>(undefined)
  const [failures, setFailures] = useState(0)

  const mark = useEffectEvent(async () => {
    const session = getSession()
    if (session.status !== 'signed-in' || session.leaving || !reading) return
    marked.current = reading
    try {
      await markAsRead(chat, reading.shown)
      // The answer to an earlier mark may be late: a later one that has failed is still repeated.
      if (marked.current === reading) setFailures(0)
      dispatchEvent(new Event(REFRESH_EVENT))
    } catch (cause) {
      if (isOutage(cause) || isWorthRetrying(cause)) setFailures((before) => before + 1)
      logFailure('mark as read', cause)
    }
  })

  useEffect(() => {
    opened.current = performance.now()
  }, [])

  const { arrived, shown } = reading ?? {}
  useEffect(() => {
    const { current: last } = marked
    if (shown === undefined || (shown === last?.shown && arrived === last.arrived)) return
    const left = opened.current + LEIDO_AL_ENTRAR_MS - performance.now()
    return whenVisible(last ? LEIDO_TRAS_MENSAJE_MS : Math.max(left, 0), () => void mark())
  }, [arrived, shown])

  useEffect(() => {
    if (failures === 0) return
    const pause = RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0
    const again = () => void mark()
    let end = whenVisible(pause, again)
    // The server answers again, so there is no reason to wait longer.
    const stop = onJoined(() => {
      end()
      end = whenVisible(0, again)
    })
    return () => {
      stop()
      end()
    }
  }, [failures])
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
