import { pino } from 'pino'
import { expect, test } from 'vitest'
import { localBus } from '../../../src/platform/bus/bus.ts'
import { add, type Hub, send } from '../../../src/protocol/realtime/hub.ts'
import {
  ADDRESS_BUFFERED_BYTES,
  CROWDED_BYTES,
  UNSENT_FRAME_BYTES,
} from '../../../src/protocol/realtime/limits.ts'
import { presence } from '../../../src/protocol/realtime/presence.ts'
import { quotas } from '../../../src/protocol/realtime/quotas.ts'
import { subscriptionRegistry } from '../../../src/protocol/realtime/row-changes/subscriptions.ts'
import { LiveSocket } from '../../../src/protocol/realtime/socket.ts'
import { noteUnsent } from '../../../src/protocol/realtime/unsent.ts'

/** Sockets without a connection, because hundreds of real ones would fill the buffers of the operating system first. */
function socketThatIsNotRead(held: number): LiveSocket {
  const socket: LiveSocket = Reflect.construct(LiveSocket, [null, undefined, {}])
  let state: number = LiveSocket.OPEN
  const end = () => {
    state = LiveSocket.CLOSING
  }
  Object.defineProperties(socket, {
    bufferedAmount: { get: () => held },
    readyState: { get: () => state },
    send: {
      value: (data: string) => {
        held += data.length
      },
    },
    close: { value: end },
    terminate: { value: end },
  })
  return socket
}

function makeHub(): Hub {
  const hub: Hub = {
    fileAddresses: () => ({ contenido: '', miniatura: null }),
    bus: localBus(),
    log: pino({ level: 'silent' }),
    subscriptions: subscriptionRegistry({ chats: [], mensajes: [], resenas: [] }),
    quotas: quotas({ socketsPerAddress: 1000 }),
    sockets: new Set(),
    people: new Map(),
    rooms: new Map(),
    unsent: 0,
    process: 'p',
    count: { channels: 0, delivered: 0, slow: 0, refused: 0, cutOff: 0, failed: 0 },
    onLeft: (channel, room) => present.onLeft(channel, room),
  }
  const present = presence(hub)
  return hub
}

test('a socket that is ended for all buffers of its address ends no others with it, however many share its presence', () => {
  const hub = makeHub()
  const address = hub.quotas.address('203.0.113.1')
  const room = { topic: 'realtime:chat:1', channels: [], present: new Map(), blocked: false }
  hub.rooms.set(room.topic, room)
  const held = CROWDED_BYTES + 1024
  const sockets = Array.from({ length: Math.ceil(ADDRESS_BUFFERED_BYTES / held) }, (_, no) => {
    const socket = socketThatIsNotRead(held)
    socket.address = address
    const ref = `p.${no}`
    const channel = {
      ...{ no, socket, topic: room.topic, joinRef: '1', state: 'joined' as const, owner: undefined, room },
      ...{ subscriptions: hub.subscriptions.take([]), self: false, ack: false },
      ...{ presenceKey: ref, tracked: ref },
    }
    add(hub, channel)
    hub.rooms.get(room.topic)?.channels.push(channel)
    hub.rooms.get(room.topic)?.present.set(ref, { key: ref, ref, meta: {}, process: hub.process })
    noteUnsent(hub, socket)
    return socket
  })
  const [first] = sockets
  send(hub, first!, 'x'.repeat(held))
  expect(sockets.flatMap(({ readyState }, no) => (readyState === LiveSocket.OPEN ? [] : [no]))).toEqual([0])
  expect(hub.count).toMatchObject({ slow: 1, failed: 0 })
  expect(address.unsent).toBeLessThanOrEqual(ADDRESS_BUFFERED_BYTES)
})

test('small frames count with the memory that each of them takes', () => {
  const hub = makeHub()
  const address = hub.quotas.address('203.0.113.1')
  const sockets = Array.from({ length: 100 }, () => Object.assign(socketThatIsNotRead(0), { address }))
  let frames = 0
  while (hub.count.slow === 0) {
    for (const socket of sockets) send(hub, socket, 'x'.repeat(60))
    frames += sockets.length
  }
  // 250,000 frames of 60 bytes, which are 16 MB, make the heap grow by 100 MB.
  expect(frames).toBeLessThan(50_000)
})

test('frames that a client has read count no more', () => {
  const hub = makeHub()
  const address = hub.quotas.address('203.0.113.1')
  const socket = Object.assign(socketThatIsNotRead(0), { address })
  for (let i = 0; i < 10; i++) send(hub, socket, 'x'.repeat(60))
  expect(address.unsent).toBe(10 * (60 + UNSENT_FRAME_BYTES))
  // Also those of a client whose buffer is never empty.
  noteUnsent(hub, socket, 60)
  expect(address.unsent).toBe(60 + UNSENT_FRAME_BYTES)
  noteUnsent(hub, socket, 0)
  expect([socket.unsent, address.unsent, hub.unsent]).toEqual([0, 0, 0])
})
