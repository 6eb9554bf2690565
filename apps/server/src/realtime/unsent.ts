import type { Hub } from './hub.ts'
import { ADDRESS_BUFFERED_BYTES, CROWDED_BYTES, TOTAL_BUFFERED_BYTES } from './limits.ts'
import type { LiveSocket } from './socket.ts'

/**
 * Frames are in memory until their client has read them. Each socket may hold one MB of them (hub.ts). Without a limit for all of
 * them, the sockets of one address that do not read could hold a GB. A buffer that becomes smaller is noted by the clock.
 */

/** Notes how much the send buffer of a socket holds, and returns it. */
export function noteUnsent(hub: Hub, socket: LiveSocket, bytes = socket.bufferedAmount): number {
  const change = bytes - socket.unsent
  if (change === 0) return bytes
  socket.unsent = bytes
  hub.unsent += change
  if (socket.address) socket.address.unsent += change
  return bytes
}

/** Whether a socket must be ended because it holds more than its part while its address, or the process, holds too much. */
export const isCrowded = (hub: Hub, { unsent, address }: LiveSocket): boolean =>
  unsent > CROWDED_BYTES &&
  (hub.unsent > TOTAL_BUFFERED_BYTES || (address !== undefined && address.unsent > ADDRESS_BUFFERED_BYTES))

/** Ends a socket without waiting for its client, and with it what it holds. */
export function endCrowded(hub: Hub, socket: LiveSocket): void {
  noteUnsent(hub, socket, 0)
  socket.terminate()
}
