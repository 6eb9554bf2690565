import { useEffect } from 'react'
import { sendAll } from './outbox.ts'

/** On every screen: what was left unsent goes out when the network is back, and when the page is opened again. */
export default function OutboxRunner({ userId }: { userId: string }) {
  useEffect(() => {
    const send = () => void sendAll(userId)
    const onShown = () => {
      if (document.visibilityState === 'visible') send()
    }
    send()
    addEventListener('online', send)
    document.addEventListener('visibilitychange', onShown)
    return () => {
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [userId])
  return null
}
