import { type Hub, removeChannels } from './hub.ts'
import type { Channel, LiveSocket } from './socket.ts'

/** Closes a socket whose handler threw an error. The error affects neither the process nor other sockets. */
export function endFailed(hub: Hub, socket: LiveSocket, handler: string, error: unknown): void {
  hub.count.failed += 1
  hub.log.error({ err: error, handler }, 'a socket was ended because its handler failed')
  try {
    removeChannels(hub, socket)
  } catch (second) {
    hub.log.error({ err: second, handler }, 'a channel of a failed socket was not removed')
  }
  socket.terminate()
}

/** Calls `act` for each channel, over a copy of the list, because `act` may remove channels from it. */
export function forEachChannel(
  hub: Hub,
  channels: readonly Channel[],
  handler: string,
  act: (channel: Channel) => void,
): void {
  for (const channel of [...channels]) {
    try {
      act(channel)
    } catch (error) {
      endFailed(hub, channel.socket, handler, error)
    }
  }
}

/**
 * Closes the socket of a client that broke a limit, without waiting for the client's answer, which may never
 * come.
 */
export function cutOff(hub: Hub, socket: LiveSocket, reason: string): void {
  hub.count.cutOff += 1
  hub.log.debug({ reason, channels: socket.channels.length }, 'a socket was cut off')
  removeChannels(hub, socket)
  // The close frame contains the reason, for a client that still reads.
  socket.close(POLICY_CODE, reason)
  socket.terminate()
}

const POLICY_CODE = 1008
