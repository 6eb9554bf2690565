import type { RealtimeClient } from '@supabase/realtime-js'
import { getClient } from './client.ts'
import { disconnect } from './live-channel.ts'

/** How long a heartbeat may take. A socket can be dead without a close event after the device slept. */
const HEARTBEAT_MS = 4000

/** Reconnects the socket when the network returns or the page is shown again, and passes new tokens to it. */
export function keepConnected(client: RealtimeClient): () => void {
  let heartbeat: ReturnType<typeof setTimeout> | undefined
  const reconnect = async () => {
    clearTimeout(heartbeat)
    await disconnect(client)
    client.connect()
  }
  // A socket from before the network was lost may be dead.
  const onOnline = () => void reconnect()
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    // The token may have expired meanwhile; the client would renew it only with its next heartbeat.
    void client.setAuth()
    if (!client.isConnected()) return
    clearTimeout(heartbeat)
    heartbeat = setTimeout(() => void reconnect(), HEARTBEAT_MS)
    if (!client.pendingHeartbeatRef) void client.sendHeartbeat()
  }
  client.onHeartbeat((status) => {
    if (status === 'ok') clearTimeout(heartbeat)
  })
  addEventListener('online', onOnline)
  document.addEventListener('visibilitychange', onVisible)
  const stopFollowingTokens = followTokens(client)
  return () => {
    clearTimeout(heartbeat)
    removeEventListener('online', onOnline)
    document.removeEventListener('visibilitychange', onVisible)
    stopFollowingTokens()
    void disconnect(client)
  }
}

/** Gives a refreshed token to the open channels at once, whichever tab has refreshed it. */
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
