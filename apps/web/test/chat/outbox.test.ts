import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { knownMensajes, mensajesQuery } from '#features/chat/api/messages.ts'
import { type Entry, enqueue, sendAll, settle } from '#features/chat/outbox.ts'
import { queryClient } from '#lib/query-client.ts'
import { toast } from '#ui/toaster.tsx'
import { mensaje } from '../setup/messages.ts'
import { CHAT, signedIn, signedOut, USER } from '../setup/people.ts'
import { type Answer, startTestServer } from '../setup/server.ts'

const { answers, calls } = startTestServer()

/** What the test server has written, by client_id: the same one twice is written once, as the product does. */
const written = new Map<string, string>()
/** How the next calls fail; then the server answers again. */
let failures: (Answer | 'lost answer')[] = []

const busy = { status: 503, json: { success: false, error: 'ocupado', code: 'UNAVAILABLE' } }
const refused = { status: 403, json: { success: false, error: 'no', code: 'FORBIDDEN' } }
const limited = (seconds: string) => ({
  status: 429,
  headers: { 'retry-after': seconds },
  json: { success: false, error: 'Espera un momento.', code: 'RATE_LIMITED' },
})

beforeEach(async () => {
  vi.spyOn(toast, 'error').mockImplementation(() => undefined)
  vi.spyOn(toast, 'info').mockImplementation(() => undefined)
  // Only the app's own timers: the HTTP of Node does not use these.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  written.clear()
  calls.length = 0
  failures = []
  answers['get-messages'] = () => ({ json: { success: true, messages: [], cursor: null } })
  answers['send-message'] = ({ client_id, contenido }) => {
    const failure = failures.shift()
    if (failure !== undefined && failure !== 'lost answer') return failure
    const id = String(client_id)
    if (!written.has(id)) written.set(id, String(contenido))
    if (failure === 'lost answer') return 'no answer'
    const secuencia = [...written.keys()].indexOf(id) + 1
    const message = mensaje(secuencia, { autor_id: USER, client_id: id, contenido: String(contenido) })
    return { json: { success: true, message } }
  }
  signedIn()
  queryClient.clear()
  await queryClient.fetchQuery(mensajesQuery(CHAT))
})

afterEach(async () => {
  signedIn(USER, true)
  signedOut()
  await settled()
  vi.useRealTimers()
})

const LOCK = `maestros-por-enviar:${USER}`

/**
 * Waits until nothing is being sent. The outbox holds this lock while it sends, and a lock is granted in the order of
 * the requests. The app's own timers stand still meanwhile.
 */
async function settled() {
  for (let busy = true; busy; ) {
    await navigator.locks.request(LOCK, () => undefined)
    await setImmediate()
    const { held = [], pending = [] } = await navigator.locks.query()
    busy = held.length + pending.length > 0
  }
}

const stored = (): Entry[] => JSON.parse(localStorage.getItem(`maestros-por-enviar:${USER}`) ?? '[]')
const draft = () => JSON.parse(localStorage.getItem(`maestros-borradores:${USER}`) ?? '{}')[CHAT]
const sends = () => calls.filter(({ name }) => name === 'send-message')

describe('the outbox of messages', () => {
  test('sends in the order of writing, one at a time, and shows the answers in the conversation', async () => {
    for (const text of ['uno', 'dos', 'tres']) enqueue(USER, CHAT, text)
    await settled()
    expect(stored()).toEqual([])
    expect([...written.values()]).toEqual(['uno', 'dos', 'tres'])
    expect(knownMensajes(CHAT)?.messages.map(({ contenido }) => contenido)).toEqual(['uno', 'dos', 'tres'])
  })

  test('keeps a message that no server answered, marks all of them as waiting, and sends them later', async () => {
    failures = ['no answer', 'no answer']
    enqueue(USER, CHAT, 'uno')
    await settled()
    // A new message is also a new try for the one before it.
    enqueue(USER, CHAT, 'dos')
    await settled()
    expect(stored().map(({ waiting }) => waiting)).toEqual([true, true])
    expect(written.size).toBe(0)
    void sendAll(USER)
    await settled()
    expect([...written.values()]).toEqual(['uno', 'dos'])
    expect(stored()).toEqual([])
  })

  test('sends a message whose answer was lost with the same client_id, so that it is written once', async () => {
    failures = ['lost answer']
    enqueue(USER, CHAT, 'uno')
    await settled()
    void sendAll(USER)
    await settled()
    expect(sends()).toHaveLength(2)
    expect([...written.values()]).toEqual(['uno'])
  })

  test('puts a refused message back into the field, before what was typed since, and goes on with the next', async () => {
    failures = [refused]
    localStorage.setItem(`maestros-borradores:${USER}`, JSON.stringify({ [CHAT]: 'después' }))
    enqueue(USER, CHAT, 'uno')
    enqueue(USER, CHAT, 'dos')
    await settled()
    expect([...written.values()]).toEqual(['dos'])
    expect(draft()).toBe('uno\ndespués')
    expect(toast.error).toHaveBeenCalledTimes(1)
  })

  test('puts several refused messages back in the order of writing, before what was typed since, with one toast', async () => {
    failures = [refused, refused, refused]
    localStorage.setItem(`maestros-borradores:${USER}`, JSON.stringify({ [CHAT]: 'después' }))
    for (const text of ['uno', 'dos', 'tres']) enqueue(USER, CHAT, text)
    await settled()
    expect(draft()).toBe('uno\ndos\ntres\ndespués')
    const ids = vi.mocked(toast.error).mock.calls.map(([, options]) => options?.id)
    expect(new Set(ids).size).toBe(1)
  })

  test('tries again after 1, 2 and 4 seconds while the server is unavailable', async () => {
    failures = [busy, busy, busy]
    enqueue(USER, CHAT, 'uno')
    for (const [at, pause] of [1000, 2000, 4000].entries()) {
      await settled()
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(sends()).toHaveLength(at + 1)
      await vi.advanceTimersByTimeAsync(1)
    }
    await settled()
    expect([...written.values()]).toEqual(['uno'])
  })

  test('waits as long as Retry-After says, a minute at most, while the server is unavailable', async () => {
    failures = [
      { ...busy, headers: { 'retry-after': '7' } },
      { ...busy, headers: { 'retry-after': '600' } },
    ]
    enqueue(USER, CHAT, 'uno')
    for (const [at, pause] of [7000, 60_000].entries()) {
      await settled()
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(sends()).toHaveLength(at + 1)
      await vi.advanceTimersByTimeAsync(1)
    }
    await settled()
    expect([...written.values()]).toEqual(['uno'])
  })

  test('puts a message that hits a rate limit back into the field and shows when the next may be sent', async () => {
    failures = [limited('7')]
    enqueue(USER, CHAT, 'uno')
    await settled()
    expect(stored()).toEqual([])
    expect(draft()).toBe('uno')
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Error', {
      id: 'mensaje-rechazado',
      description: 'Espera un momento.',
    })
  })

  const REFUSALS: [string, Answer][] = [
    ['a status of 400 without a body', { status: 400, json: null }],
    ['a status of 408', { status: 408, json: {} }],
    ['a status of 500', { status: 500, json: { success: false, error: 'no', code: 'INTERNAL' } }],
    ['200 with success false alone', { json: { success: false } }],
    ['200 with success false and an error', { json: { success: false, error: 'no' } }],
    ['200 with an error alone', { json: { error: 'no' } }],
    ['200 with an error object', { json: { error: { message: 'no' } } }],
    ['200 with a code alone', { json: { code: 'FORBIDDEN' } }],
    ['200 with a message that is not one', { json: { success: true, message: { id: 7 } } }],
  ]
  for (const [form, answer] of REFUSALS) {
    test(`removes a message that was refused with ${form}, restores its text and shows the error`, async () => {
      failures = [answer]
      enqueue(USER, CHAT, 'uno')
      await settled()
      expect(stored()).toEqual([])
      expect(draft()).toBe('uno')
      expect(toast.error).toHaveBeenCalledExactlyOnceWith('Error', {
        id: 'mensaje-rechazado',
        description: 'No se pudo enviar el mensaje',
      })
      expect(sends()).toHaveLength(1)
    })
  }

  for (const status of [502, 503, 504]) {
    test(`keeps a message that was answered with ${status} in the queue`, async () => {
      failures = [{ status, json: {} }]
      enqueue(USER, CHAT, 'uno')
      await settled()
      expect(stored()).toMatchObject([{ contenido: 'uno', waiting: true }])
      expect(toast.error).not.toHaveBeenCalled()
    })
  }

  test('shows a message whose answer says only success, after reading the conversation again', async () => {
    failures = [{ json: { success: true } }]
    answers['get-messages'] = () => ({
      json: { success: true, messages: [mensaje(1, { autor_id: USER, contenido: 'uno' })] },
    })
    enqueue(USER, CHAT, 'uno')
    await settled()
    expect(stored()).toEqual([])
    expect(knownMensajes(CHAT)?.messages.map(({ contenido }) => contenido)).toEqual(['uno'])
    expect(toast.error).not.toHaveBeenCalled()
  })

  test('forgets a message that arrived over the live channel before its answer', async () => {
    failures = ['lost answer']
    enqueue(USER, CHAT, 'uno')
    await settled()
    settle(USER, stored()[0]?.clientId ?? '')
    void sendAll(USER)
    await settled()
    expect(stored()).toEqual([])
    expect(sends()).toHaveLength(1)
  })

  test('sends nothing for a person who is signing out, and leaves nothing behind', async () => {
    failures = ['no answer']
    enqueue(USER, CHAT, 'uno')
    await settled()
    signedIn(USER, true)
    void sendAll(USER)
    await settled()
    expect(sends()).toHaveLength(1)
    signedOut()
    expect(stored()).toEqual([])
  })

  test('keeps the messages of a person whose session has expired', async () => {
    failures = ['no answer']
    enqueue(USER, CHAT, 'uno')
    await settled()
    signedOut(true)
    expect(stored()).toHaveLength(1)
  })
})

test('whatever fails in between, each message is written once and in order', async () => {
  const failure = fc.constantFrom<Answer | 'lost answer'>('no answer', 'lost answer', busy)
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(failure, { maxLength: 6 }),
      async (count, planned) => {
        written.clear()
        localStorage.clear()
        failures = [...planned]
        const texts = Array.from({ length: count }, (_, at) => `texto ${at}`)
        for (const text of texts) enqueue(USER, CHAT, text)
        await settled()
        // A lost connection may also cost the call after it, before it reaches the server.
        for (let tries = 0; tries < 20 && stored().length > 0; tries += 1) {
          void sendAll(USER)
          await settled()
        }
        expect([...written.values()]).toEqual(texts)
      },
    ),
    { numRuns: 30 },
  )
})
