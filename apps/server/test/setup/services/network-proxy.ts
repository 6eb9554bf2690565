import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A network in front of PostgreSQL or Redis that a test can interrupt. */
export interface NetworkProxy {
  /** On 127.0.0.1. */
  port: number
  /** `stalled` forwards nothing and closes nothing, as when a machine is gone. `closing` closes each new connection at once. */
  behave(as: 'forwarding' | 'stalled' | 'closing'): void
  /** The present connections never forward anything again, and are not closed. New ones work, as after a failover. */
  lose(): void
  /** Closes the present connections. */
  cut(): void
  /** How many connections were opened until now. */
  readonly opened: number
  close(): void
}

export async function startNetworkProxy(target: NetConnectOpts): Promise<NetworkProxy> {
  let behaviour: 'forwarding' | 'stalled' | 'closing' = 'forwarding'
  let opened = 0
  const sockets = new Set<Socket>()
  const lost = new Set<Socket>()
  const proxy = createServer((near) => {
    opened += 1
    near.on('error', () => {})
    if (behaviour === 'closing') return near.end()
    const far = connect(target).on('error', () => {})
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => near.write(bytes))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      if (behaviour === 'stalled') socket.pause()
    }
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    port,
    behave: (as) => {
      behaviour = as
      for (const socket of sockets) as === 'stalled' ? socket.pause() : socket.resume()
    },
    lose: () => {
      for (const socket of sockets) socket.pause()
      for (const socket of sockets) lost.add(socket)
      sockets.clear()
    },
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    get opened() {
      return opened
    },
    close: () => {
      proxy.close()
      for (const socket of [...sockets, ...lost]) socket.destroy()
    },
  }
}
