import type { RealtimeClient } from '@supabase/realtime-js'
import { getClient } from '../client/client.ts'
import { disconnect, reconnect } from './live-channel.ts'

/** How long after the last answered heartbeat a visible page sends the next. */
const QUIET_MS = 3000
/** How long a heartbeat may take. After that the socket is dead: it can be so without a close event. */
const ANSWER_MS = 6000
const CHECK_MS = 1000

/**
 * Reconnects the socket when the network returns, or when a visible page finds it dead, and passes new tokens to it.
 */
export function keepConnected(client: RealtimeClient): () => void {
  const reconnectNow = () => void reconnect(client)
  const check = silenceCheck(client, reconnectNow)
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    // The token may have expired meanwhile; the client would renew it only with its next heartbeat.
    void client.setAuth()
    check(true)
  }
  const timer = setInterval(() => check(), CHECK_MS)
  // A socket from before the network was lost may be dead.
  addEventListener('online', reconnectNow)
  document.addEventListener('visibilitychange', onVisible)
  const stopFollowingTokens = followTokens(client)
  return () => {
    clearInterval(timer)
    removeEventListener('online', reconnectNow)
    document.removeEventListener('visibilitychange', onVisible)
    stopFollowingTokens()
    void disconnect(client)
  }
}

/** Returns a function to be called again and again. It calls `onDead` when a connected socket no longer answers. */
function silenceCheck(client: RealtimeClient, onDead: () => void): (urgent?: boolean) => void {
  let answered = 0
  let asked: number | null = null
  client.onHeartbeat((status) => {
    if (status !== 'ok') return
    answered = Date.now()
    asked = null
  })
  return (urgent = false) => {
    const now = Date.now()
    if (document.visibilityState !== 'visible' || !client.isConnected()) {
      asked = null
      answered = now
    } else if (asked === null && (urgent || now - answered >= QUIET_MS)) {
      asked = now
      if (!client.pendingHeartbeatRef) void client.sendHeartbeat()
    } else if (asked !== null && now - asked >= ANSWER_MS) {
      asked = null
      onDead()
    }
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
