import type { RealtimeClient } from '@supabase/realtime-js'
import { getClient } from './client.ts'
import { hangUp } from './live-channel.ts'

/** A socket that was open before the page slept may be dead without knowing it. */
const PULSE_MS = 4000

/** Keeps one socket in step with the page and the session: at once when the network or the page comes back. */
export function keepAwake(client: RealtimeClient): () => void {
  let pulse: ReturnType<typeof setTimeout> | undefined
  const reconnect = async () => {
    clearTimeout(pulse)
    await hangUp(client)
    client.connect()
  }
  // Sockets from before the network went are not to be trusted.
  const onOnline = () => void reconnect()
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    // A token may have run out meanwhile; the client would only ask for the next one with its next heartbeat.
    void client.setAuth()
    if (!client.isConnected()) return
    clearTimeout(pulse)
    pulse = setTimeout(() => void reconnect(), PULSE_MS)
    if (!client.pendingHeartbeatRef) void client.sendHeartbeat()
  }
  client.onHeartbeat((status) => {
    if (status === 'ok') clearTimeout(pulse)
  })
  addEventListener('online', onOnline)
  document.addEventListener('visibilitychange', onVisible)
  const tokens = followTokens(client)
  return () => {
    clearTimeout(pulse)
    removeEventListener('online', onOnline)
    document.removeEventListener('visibilitychange', onVisible)
    tokens()
    void hangUp(client)
  }
}

/** An open channel learns of a new token at once, whichever tab has fetched it. */
function followTokens(client: RealtimeClient): () => void {
  let stop: (() => void) | undefined
  let stopped = false
  void getClient().then(({ auth }) => {
    if (stopped) return
    const { data } = auth.onAuthStateChange((event, session) => {
      if (event === 'TOKEN_REFRESHED' && session) void client.setAuth(session.access_token)
    })
    stop = () => data.subscription.unsubscribe()
  })
  return () => {
    stopped = true
    stop?.()
  }
}
