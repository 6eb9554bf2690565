import {
  ADDRESS_BUFFERED_BYTES,
  CROWDED_BYTES,
  SMALLEST_FRAME_BYTES,
  TOTAL_BUFFERED_BYTES,
  UNSENT_FRAME_BYTES,
} from './limits.ts'
import type { LiveSocket } from './socket.ts'

/**
 * Frames are in memory until their client has read them. Each socket may hold one MB of them (hub.ts). Without a limit for all of
 * them, the sockets of one address that do not read could hold a GB. A buffer that becomes smaller is noted by the clock.
 */

/** Where the bytes of all sockets of the process are counted: the hub. */
interface Total {
  unsent: number
}

/**
 * Notes how much the send buffer of a socket holds, and returns its bytes. `frames` were added to it. A socket does not tell how many frames
 * it still holds: they are all counted, up to the number that its bytes can be.
 */
export function noteUnsent(
  total: Total,
  socket: LiveSocket,
  bytes = socket.bufferedAmount,
  frames = 0,
): number {
  socket.unsentFrames = Math.min(socket.unsentFrames + frames, Math.floor(bytes / SMALLEST_FRAME_BYTES))
  const held = bytes + socket.unsentFrames * UNSENT_FRAME_BYTES
  const change = held - socket.unsent
  if (change === 0) return bytes
  socket.unsent = held
  total.unsent += change
  if (socket.address) socket.address.unsent += change
  return bytes
}

/** Whether a socket must be ended because it holds more than its part while its address, or the process, holds too much. */
export const isCrowded = (total: Total, { unsent, address }: LiveSocket): boolean =>
  unsent > CROWDED_BYTES &&
  (total.unsent > TOTAL_BUFFERED_BYTES || (address !== undefined && address.unsent > ADDRESS_BUFFERED_BYTES))

/** Ends a socket without waiting for its client, and with it what it holds. */
export function endCrowded(total: Total, socket: LiveSocket): void {
  noteUnsent(total, socket, 0)
  socket.terminate()
}
