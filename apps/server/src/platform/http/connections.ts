import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { addressGroup } from '../limits/address.ts'
import { elapsedMs } from '../limits/clock.ts'
import { delayedRefusals } from '../limits/delayed-refusal.ts'
import type { Config } from '../settings/config.ts'
import { addressLimit } from './address-limit.ts'
import { clientAddresses } from './client-address.ts'

/**
 * Limits the TCP connections of this process, in total and for each address. Every connection uses a file
 * descriptor. Without free descriptors the server can neither accept connections nor open files, so the
 * limits stay below the descriptor limit.
 */

/** A connection that has not sent complete request headers after this time is closed, also if it sent nothing. */
export const CONNECTION_TIMEOUTS = { headersTimeout: 10_000, connectionsCheckingInterval: 2000 }

/** Used where the limit cannot be read (only Linux has /proc). */
const DESCRIPTORS_UNKNOWN = 4096
/** Descriptors reserved for the database, files, Redis and mail: this many, but at most a quarter of all. */
const DESCRIPTORS_RESERVED = 1000
/** Each live socket uses about 10 kB of memory. More than this many require LIMIT_SOCKETS_TOTAL. */
const SOCKETS_TOTAL = 20_000
/** Many people share one address behind a carrier's NAT. */
const SOCKETS_ADDRESS = 1000
/** The largest part of the connections that live sockets may use; the rest is for HTTP requests. */
const SOCKETS_SHARE = 0.75
const HTTP_CONNECTIONS = 10_000
/** A browser has one live socket and some HTTP connections, which it does not always use at the same time. */
const CONNECTIONS_PER_SOCKET = 2
/** The largest part of the connections that one address may use. */
const ADDRESS_SHARE = 0.9

/**
 * How many connections one address may open: as many in ten seconds as it may have, and at most
 * OPENED_AT_ONCE at once. Connections over the limits get no HTTP parser. They are closed one to two seconds later
 * while few of them wait, to slow down a client that opens a new connection as soon as one is closed. When many wait, the
 * address is blocked for up to a second: Node.js then closes its connections without making a socket object for each.
 */
const OPENING_SECONDS = 10
const OPENED_AT_LEAST = 2000
const OPENED_AT_ONCE = 700
const WAITING_MAX = 500
const BLOCKED_MS = 1000
/** Each new connection is compared with all blocked addresses. */
const BLOCKED_MAX = 100

export interface Capacity {
  connections: number
  connectionsPerAddress: number
  sockets: number
  socketsPerAddress: number
}

export function capacityOf(
  config: Pick<Config, 'LIMIT_SOCKETS_ADDRESS' | 'LIMIT_SOCKETS_TOTAL'>,
  descriptors = descriptorLimit(),
): Capacity {
  const usable = descriptors - Math.min(DESCRIPTORS_RESERVED, Math.ceil(descriptors / 4))
  const sockets = Math.min(config.LIMIT_SOCKETS_TOTAL ?? SOCKETS_TOTAL, Math.floor(usable * SOCKETS_SHARE))
  const socketsPerAddress =
    config.LIMIT_SOCKETS_ADDRESS ?? Math.max(1, Math.min(SOCKETS_ADDRESS, Math.floor(sockets / 2)))
  const connections = Math.min(usable, sockets + HTTP_CONNECTIONS)
  return {
    connections,
    connectionsPerAddress: Math.min(
      socketsPerAddress * CONNECTIONS_PER_SOCKET,
      Math.floor(connections * ADDRESS_SHARE),
    ),
    sockets,
    socketsPerAddress,
  }
}

/** The soft limit of open files, which Node.js raises to the hard limit when it starts. */
function descriptorLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1]
    if (soft === 'unlimited') return Number.MAX_SAFE_INTEGER
    return soft === undefined ? DESCRIPTORS_UNKNOWN : Number(soft)
  } catch {
    return DESCRIPTORS_UNKNOWN
  }
}

interface Group {
  key: string
  open: number
}

/** A connection from a trusted proxy counts in the total only, because many clients share it. */
export function boundConnections(
  server: Server,
  config: Pick<Config, 'LIMIT_SOCKETS_ADDRESS' | 'LIMIT_SOCKETS_TOTAL' | 'TRUSTED_PROXIES'>,
): void {
  const { connections, connectionsPerAddress } = capacityOf(config)
  const { isProxy } = clientAddresses(config)
  const groups = new Map<string, Group>()
  const groupOf = new WeakMap<Socket, Group>()
  // One function for all connections: a closure for each would cost memory for each live socket.
  function onClose(this: Socket) {
    const group = groupOf.get(this)
    if (!group) return
    group.open -= 1
    if (group.open === 0) groups.delete(group.key)
  }
  const openings = addressLimit(
    { max: Math.max(connectionsPerAddress, OPENED_AT_LEAST), seconds: OPENING_SECONDS },
    elapsedMs,
    OPENED_AT_ONCE,
  )
  const mayOpen = (socket: Socket): boolean => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return true
    if (openings.hit(remoteAddress) > 0) return false
    const key = addressGroup(remoteAddress)
    const group = groups.get(key) ?? { key, open: 0 }
    if (group.open >= connectionsPerAddress) return false
    group.open += 1
    groups.set(key, group)
    groupOf.set(socket, group)
    socket.on('close', onClose)
    return true
  }
  server.maxConnections = connections
  // The listeners of the HTTP server itself, which make a parser for every connection.
  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  const closeLater = delayedRefusals(WAITING_MAX)
  const block = addressBlocker(server)
  server.on('connection', (socket: Socket) => {
    if (mayOpen(socket)) {
      for (const listener of serve) listener.call(server, socket)
      return
    }
    socket.on('error', () => {})
    const { remoteAddress } = socket
    const close = () => socket.destroy()
    closeLater(close, () => {
      close()
      if (remoteAddress !== undefined) block(remoteAddress)
    })
  })
}

/** Blocks addresses of new connections. All of them are allowed again at the same time, at most BLOCKED_MS later. */
function addressBlocker(server: Server & { blockList?: BlockList | undefined }) {
  return (address: string) => {
    if (!server.blockList) {
      server.blockList = new BlockList()
      setTimeout(() => {
        server.blockList = undefined
      }, BLOCKED_MS).unref()
    }
    if (server.blockList.rules.length < BLOCKED_MAX) {
      server.blockList.addAddress(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    }
  }
}
