import { useEffect } from 'react'
import { onChangedElsewhere, sendAll } from './outbox.ts'

/** On every screen: sends pending messages when the page is opened or shown, and when the network is back. */
export default function OutboxRunner({ userId }: { userId: string }) {
  useEffect(() => {
    const send = () => void sendAll(userId)
    const onShown = () => {
      if (document.visibilityState === 'visible') send()
    }
    send()
    // This tab goes on when the one that sends is closed.
    const stop = onChangedElsewhere(send)
    addEventListener('online', send)
    document.addEventListener('visibilitychange', onShown)
    return () => {
      stop()
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [userId])
  return null
}
