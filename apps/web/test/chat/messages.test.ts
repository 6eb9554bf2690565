import type { Mensaje } from '@maestros/contrato/chat/mensaje'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addLiveMensaje,
  addMensaje,
  knownMensajes,
  mensajesQuery,
  readAfterInterruption,
  readClosed,
  readOlder,
  renewAddresses,
  replaceMensaje,
  shownTo,
  trimMensajes,
} from '#features/chat/api/messages.ts'
import { serverDate, serverNow } from '#features/chat/api/server-time.ts'
import { timelineOf } from '#features/chat/messages/timeline.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { mensaje } from '../setup/messages.ts'
import { CHAT, USER } from '../setup/people.ts'
import { SOON, startTestServer } from '../setup/server.ts'

const { answers, calls } = startTestServer()
const PAGE = 3

/** The messages on the server, which it answers in pages of three. */
let stored: Mensaje[] = []
/** While true, no page is answered. */
let silent = false

beforeEach(() => {
  queryClient.clear()
  stored = []
  silent = false
  calls.length = 0
  answers['get-messages'] = ({ cursor }) => {
    if (silent) return { status: 400, json: {} }
    const end = cursor === undefined ? stored.length : Number(cursor)
    const start = Math.max(0, end - PAGE)
    const messages = stored.slice(start, end)
    return { json: { success: true, messages, cursor: start === 0 ? null : String(start) } }
  }
})

const readNewest = () => queryClient.fetchQuery({ ...mensajesQuery(CHAT), staleTime: 0, retry: false })
const known = () => knownMensajes(CHAT)?.messages.map(({ secuencia }) => secuencia)

function write(): Mensaje {
  const written = mensaje(stored.length + 1)
  stored.push(written)
  return written
}

const writeMany = (count: number) => Array.from({ length: count }, write)

async function readToTheFirst() {
  while (knownMensajes(CHAT)?.cursor) await readOlder(CHAT)
}

describe('the message cache', () => {
  test('tells up to which message of the other person nothing is missing', async () => {
    const own = () => ({ ...write(), autor_id: USER })
    const to = () => {
      const mensajes = knownMensajes(CHAT)
      return mensajes && shownTo(mensajes, USER)
    }
    write()
    await readNewest()
    expect(to()).toBe(1)
    // The second message did not arrive; the answer to an own message does not make it shown.
    write()
    addMensaje(own())
    expect(to()).toBe(1)
    await readNewest()
    expect(to()).toBe(2)
  })

  test('tells which message of the other person was the last on the screen of a reader who has scrolled up', async () => {
    write()
    stored.push({ ...mensaje(2), autor_id: USER })
    stored.push(mensaje(3))
    const mensajes = await readNewest()
    expect([0, 1, 2, 3].map((seen) => shownTo(mensajes, USER, seen))).toEqual([0, 1, 1, 3])
  })

  test('takes the time from the server, whatever the clock of the device says', async () => {
    const hour = 60 * 60_000
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + hour)
    const ahead = Date.now()
    await readNewest()
    const times = [serverNow(), serverDate().getTime()]
    vi.restoreAllMocks()
    for (const time of times) expect(Math.abs(time - (ahead - hour))).toBeLessThan(5000)
  })

  test('does not store a live message before the first page has loaded', async () => {
    addLiveMensaje(write())
    expect(known()).toBeUndefined()
    await readNewest()
    expect(known()).toEqual([1])
  })

  test('puts the newest page, older pages and live messages in one order, each message once', async () => {
    writeMany(5)
    await readNewest()
    addLiveMensaje(write())
    addMensaje(stored.at(-1) ?? write())
    await readOlder(CHAT)
    expect(known()).toEqual([1, 2, 3, 4, 5, 6])
    expect(knownMensajes(CHAT)?.cursor).toBeNull()
  })

  test('keeps the older messages when the newest page overlaps with what is known', async () => {
    writeMany(4)
    await readNewest()
    await readOlder(CHAT)
    writeMany(2)
    await readAfterInterruption(CHAT)
    expect(known()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('drops the older messages when more than a page was missed, and loads them again on request', async () => {
    writeMany(4)
    await readNewest()
    await readOlder(CHAT)
    writeMany(5)
    await readAfterInterruption(CHAT)
    expect(known()).toEqual([7, 8, 9])
    await readToTheFirst()
    expect(known()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('does not count an own message as proof that nothing before it was missed', async () => {
    writeMany(1)
    await readNewest()
    writeMany(5)
    // The answer to an own message arrives, while the messages of the other person before it did not.
    addMensaje(write())
    await readAfterInterruption(CHAT)
    expect(known()).toEqual([5, 6, 7])
    await readToTheFirst()
    expect(known()).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  test('counts what the channel has brought since it was joined again, also when the page is older than that', async () => {
    writeMany(2)
    await readNewest()
    const late = Promise.withResolvers<void>()
    const answer = answers['get-messages']
    answers['get-messages'] = async (body, token) => {
      const page = await answer?.(body, token)
      await late.promise
      return page ?? 'no answer'
    }
    const reading = readAfterInterruption(CHAT)
    await expect.poll(() => calls.length, SOON).toBe(2)
    addLiveMensaje(write())
    expect(knownMensajes(CHAT)?.unbrokenTo).toBe(2)
    late.resolve()
    await reading
    expect(knownMensajes(CHAT)?.unbrokenTo).toBe(3)
  })

  test('does not count a live message as proof while the page after an interruption is still being read', async () => {
    writeMany(3)
    await readNewest()
    writeMany(5)
    const reading = readAfterInterruption(CHAT)
    addLiveMensaje(write())
    await reading
    await readToTheFirst()
    expect(known()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('does not count a live message as proof when the channel was joined during the first read and the next one failed', async () => {
    write()
    const answer = answers['get-messages']
    const released = Promise.withResolvers<void>()
    answers['get-messages'] = async (body, token) => {
      const page = (await answer?.(body, token)) ?? 'no answer'
      if (!silent) await released.promise
      return page
    }
    const first = readNewest()
    await expect.poll(() => calls.length, SOON).toBe(1)
    const joined = readAfterInterruption(CHAT)
    // Nothing tells the reader about the second message.
    write()
    silent = true
    released.resolve()
    await Promise.all([first, joined])
    addLiveMensaje(write())
    const mensajes = knownMensajes(CHAT)
    expect(mensajes?.messages.map(({ secuencia }) => secuencia)).toEqual([1, 3])
    expect(mensajes && shownTo(mensajes, USER)).toBe(1)
  })

  test('ignores an older page when the list it belongs to was dropped meanwhile', async () => {
    writeMany(7)
    await readNewest()
    const older = readOlder(CHAT)
    writeMany(9)
    await readAfterInterruption(CHAT)
    await older
    await readToTheFirst()
    expect(known()).toEqual(stored.map(({ secuencia }) => secuencia))
  })

  test('renews the addresses of pictures from the newest message to the broken one, and no further', async () => {
    writeMany(9)
    await readNewest()
    await readToTheFirst()
    stored = stored.map((one) => ({ ...one, contenido: 'renewed' }))
    await renewAddresses(CHAT, 5)
    const renewed = knownMensajes(CHAT)?.messages.filter(({ contenido }) => contenido === 'renewed')
    expect(renewed?.map(({ secuencia }) => secuencia)).toEqual([4, 5, 6, 7, 8, 9])
  })

  test('keeps the newest pages of a conversation that is left, and reads the others again on request', async () => {
    writeMany(300)
    await readNewest()
    await readToTheFirst()
    trimMensajes(CHAT)
    const kept = known() ?? []
    expect(kept.length).toBeGreaterThanOrEqual(120)
    expect(kept.length).toBeLessThan(120 + PAGE)
    expect(kept.at(-1)).toBe(300)
    addLiveMensaje(write())
    await readOlder(CHAT)
    expect(known()).toHaveLength(kept.length + PAGE + 1)
    await readToTheFirst()
    expect(known()).toEqual(stored.map(({ secuencia }) => secuencia))
  })

  test('keeps a short conversation that is left as it is', async () => {
    writeMany(4)
    await readNewest()
    await readToTheFirst()
    trimMensajes(CHAT)
    expect(known()).toEqual([1, 2, 3, 4])
    expect(knownMensajes(CHAT)?.cursor).toBeNull()
  })

  test('shows that a known message was deleted while the live channel was interrupted', async () => {
    writeMany(3)
    await readNewest()
    const [, second] = stored
    stored = stored.map((one) =>
      one === second ? { ...one, contenido: '', eliminado_en: one.creado_en } : one,
    )
    await readAfterInterruption(CHAT)
    expect(knownMensajes(CHAT)?.messages.map(({ contenido }) => contenido)).toEqual([
      'mensaje 1',
      '',
      'mensaje 3',
    ])
  })

  test('takes the masked texts and the removed files of an erased account, and keeps everything else as it is', async () => {
    const picture = { tipo: 'imagen', contenido: '/address/1' } as const
    stored = [
      mensaje(1, { contenido: 'Llame al 55 1234 5678' }),
      mensaje(2, { tipo: 'contacto', contenido: 'Ana pidió tus datos' }),
      mensaje(3, picture),
      mensaje(4, picture),
      mensaje(5),
    ]
    answers['get-messages'] = () => ({ json: { success: true, messages: stored, cursor: null } })
    const { messages: before } = await readNewest()
    stored = [
      mensaje(1, { contenido: 'Llame al ••••••' }),
      mensaje(2, { tipo: 'contacto', contenido: '' }),
      mensaje(3, { ...picture, contenido: '' }),
      mensaje(4, { ...picture, contenido: '/address/2' }),
      mensaje(5),
    ]
    const { messages } = await readNewest()
    const contents = messages.map(({ contenido }) => contenido)
    expect(contents).toEqual(['Llame al ••••••', '', '', '/address/1', 'mensaje 5'])
    // A row is rendered again when its message is another object.
    expect(messages.map((one, at) => one === before[at])).toEqual([false, false, false, true, true])
  })

  test('reads the older messages of a chat that was closed again', async () => {
    writeMany(5)
    await readNewest()
    await readToTheFirst()
    const before = knownMensajes(CHAT)?.messages.slice(2)
    stored = stored.map((one, at) => (at === 0 ? { ...one, contenido: '••••••' } : one))
    await readClosed(CHAT)
    const after = knownMensajes(CHAT)?.messages
    expect(after).toEqual(before)
    expect(after?.every((one, at) => one === before?.[at])).toBe(true)
    await readToTheFirst()
    expect(knownMensajes(CHAT)?.messages.map(({ contenido }) => contenido)).toEqual([
      '••••••',
      ...[2, 3, 4, 5].map((nth) => `mensaje ${nth}`),
    ])
  })

  test('reads the older messages of a closed chat again also when the first attempt fails', async () => {
    writeMany(5)
    await readNewest()
    await readToTheFirst()
    silent = true
    await readClosed(CHAT)
    expect(known()).toEqual([1, 2, 3, 4, 5])
    silent = false
    await readNewest()
    expect(known()).toEqual([3, 4, 5])
  })

  test('keeps a message deleted when a page that is older than that arrives', async () => {
    const [first] = writeMany(2)
    await readNewest()
    const released = Promise.withResolvers<void>()
    const answer = answers['get-messages']
    answers['get-messages'] = async (body, token) => {
      await released.promise
      return (await answer?.(body, token)) ?? 'no answer'
    }
    const reading = readNewest()
    if (first) replaceMensaje({ ...first, contenido: '', eliminado_en: first.creado_en })
    released.resolve()
    await reading
    expect(knownMensajes(CHAT)?.messages.map(({ contenido }) => contenido)).toEqual(['', 'mensaje 2'])
  })

  test('keeps what it has when a reading fails', async () => {
    writeMany(2)
    await readNewest()
    silent = true
    await readAfterInterruption(CHAT)
    expect(known()).toEqual([1, 2])
  })
})

test('live messages give the same timeline in whatever order they arrive', async () => {
  const count = fc.integer({ min: 1, max: 12 })
  const order = count.chain((n) =>
    fc.shuffledSubarray(
      Array.from({ length: n }, (_, at) => at + 1),
      { minLength: n, maxLength: n },
    ),
  )
  await fc.assert(
    fc.asyncProperty(order, async (arrivals) => {
      queryClient.clear()
      stored = []
      await readNewest()
      for (const secuencia of arrivals) addLiveMensaje(mensaje(secuencia))
      const inOrder = [...arrivals].sort((a, b) => a - b).map((secuencia) => mensaje(secuencia))
      expect(shown(knownMensajes(CHAT)?.messages ?? [])).toEqual(shown(inOrder))
    }),
    { numRuns: 50 },
  )
})

const shown = (messages: Mensaje[]) =>
  timelineOf({ messages, pending: [], userId: USER, leidoPorOtroHasta: 0 })

test('whatever is lost, answered early or read in between, in the end every message is there once and in order', async () => {
  const step = fc.constantFrom('live', 'own', 'lost', 'older', 'newest', 'joined')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      queryClient.clear()
      stored = []
      writeMany(4)
      await readNewest()
      // As the live channel works: after a lost message it delivers nothing until it has been joined again.
      let connected = true
      for (const one of steps) {
        if (one === 'live') {
          const written = write()
          if (connected) addLiveMensaje(written)
        }
        if (one === 'own') addMensaje(write())
        if (one === 'lost') {
          write()
          connected = false
        }
        if (one === 'older') await readOlder(CHAT)
        if (one === 'newest') await readNewest()
        if (one === 'joined') {
          connected = true
          await readAfterInterruption(CHAT)
        }
        const numbers = known() ?? []
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      }
      await readAfterInterruption(CHAT)
      await readToTheFirst()
      expect(known()).toEqual(stored.map(({ secuencia }) => secuencia))
    }),
    { numRuns: 40 },
  )
})
