import { forget, type Hub } from './hub.ts'
import type { Channel, LiveSocket } from './socket.ts'

/** An error in a handler of one socket ends that socket only: never the process, never another socket. */
export function endFailed(hub: Hub, socket: LiveSocket, handler: string, error: unknown): void {
  hub.count.failed += 1
  hub.log.error({ err: error, handler }, 'a socket was ended because its handler failed')
  try {
    forget(hub, socket)
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

/** Ends the socket of a client that broke a limit. It does not wait for the client: it may never answer. */
export function cutOff(hub: Hub, socket: LiveSocket, reason: string): void {
  hub.count.cutOff += 1
  hub.log.debug({ reason, channels: socket.channels.length }, 'a socket was cut off')
  forget(hub, socket)
  // The close frame tells the reason to a client that still reads.
  socket.close(POLICY_CODE, reason)
  socket.terminate()
}

const POLICY_CODE = 1008
