import { hashKey } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { knownMensajes, mensajesQuery } from '#features/chat/api/messages.ts'
import { countPending } from '#features/chat/count-pending.ts'
import { readReply, setReply } from '#features/chat/drafts.ts'
import type { Entry } from '#features/chat/outbox/entry.ts'
import {
  cancel,
  edit,
  enqueue,
  enqueuePicture,
  enqueueVoiceNote,
  mayRecord,
  retry,
  sendAll,
  settle,
} from '#features/chat/outbox/outbox.ts'
import { addEntry, loadEntries } from '#features/chat/outbox/store.ts'
import { markCopy } from '#lib/client/stored-session.ts'
import { write } from '#lib/session/personal/offline-store.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { toast } from '#ui/toasts/toast.ts'
import { mensaje } from '../setup/messages.ts'
import { CHAT, OTHER, signedIn, signedOut, USER } from '../setup/people.ts'
import { type Answer, startTestServer } from '../setup/server.ts'
import { openTab, settled } from '../setup/tabs.ts'

const { answers, calls } = startTestServer()

/** What the test server has written, by client_id: the same one twice is written once, as the product does. */
const written = new Map<string, string>()
/** The message that an answer quotes. */
const ORIGINAL = '00000000-0000-4000-8000-0000000000a1'
const OTHER_CHAT = '00000000-0000-4000-8000-0000000000c2'
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
  setReply(USER, CHAT, null)
  queryClient.clear()
  await queryClient.fetchQuery(mensajesQuery(CHAT))
})

afterEach(async () => {
  signedIn(USER, true)
  signedOut()
  await settled()
  vi.useRealTimers()
})

const stored = () => loadEntries(USER)
const draft = () => JSON.parse(localStorage.getItem(`maestros-borradores:${USER}`) ?? '{}')[CHAT]
const sends = () => calls.filter(({ name }) => name === 'send-message')

describe('the outbox of messages', () => {
  test('sends in the order of writing, one at a time, and shows the answers in the conversation', async () => {
    for (const text of ['uno', 'dos', 'tres']) void enqueue(USER, CHAT, text)
    await settled()
    expect(await stored()).toEqual([])
    expect([...written.values()]).toEqual(['uno', 'dos', 'tres'])
    expect(knownMensajes(CHAT)?.messages.map(({ contenido }) => contenido)).toEqual(['uno', 'dos', 'tres'])
  })

  test('keeps a message that no server answered, marks all of them as waiting, and sends them later', async () => {
    failures = ['no answer', 'no answer']
    void enqueue(USER, CHAT, 'uno')
    await settled()
    // A new message is also a new try for the one before it.
    void enqueue(USER, CHAT, 'dos')
    await settled()
    expect((await stored()).map(({ waiting }) => waiting)).toEqual([true, true])
    expect(written.size).toBe(0)
    void sendAll(USER)
    await settled()
    expect([...written.values()]).toEqual(['uno', 'dos'])
    expect(await stored()).toEqual([])
  })

  test('gives a waiting message the time of the server, whatever the clock of the device says', async () => {
    const day = 24 * 60 * 60_000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + day)
    const ahead = Date.now()
    await queryClient.fetchQuery(mensajesQuery(CHAT))
    failures = ['no answer']
    void enqueue(USER, CHAT, 'uno')
    await settled()
    clock.mockRestore()
    const [waiting] = await stored()
    expect(Math.abs(Date.parse(waiting?.creadoEn ?? '') - (ahead - day))).toBeLessThan(5000)
  })

  test('sends a message whose answer was lost with the same client_id, so that it is written once', async () => {
    failures = ['lost answer']
    void enqueue(USER, CHAT, 'uno')
    await settled()
    void sendAll(USER)
    await settled()
    expect(sends()).toHaveLength(2)
    expect([...written.values()]).toEqual(['uno'])
  })

  test('puts a refused message back into the field, before what was typed since, and goes on with the next', async () => {
    failures = [refused]
    localStorage.setItem(`maestros-borradores:${USER}`, JSON.stringify({ [CHAT]: 'después' }))
    void enqueue(USER, CHAT, 'uno')
    void enqueue(USER, CHAT, 'dos')
    await settled()
    expect([...written.values()]).toEqual(['dos'])
    expect(draft()).toBe('uno\ndespués')
    expect(toast.error).toHaveBeenCalledTimes(1)
  })

  test('puts a refused answer back into the field with its quote', async () => {
    failures = [refused]
    void enqueue(USER, CHAT, 'uno', ORIGINAL)
    await settled()
    expect(draft()).toBe('uno')
    expect(readReply(USER, CHAT)).toBe(ORIGINAL)
  })

  test('puts several refused messages back in the order of writing, before what was typed since, with one toast', async () => {
    failures = [refused, refused, refused]
    localStorage.setItem(`maestros-borradores:${USER}`, JSON.stringify({ [CHAT]: 'después' }))
    for (const text of ['uno', 'dos', 'tres']) void enqueue(USER, CHAT, text)
    await settled()
    expect(draft()).toBe('uno\ndos\ntres\ndespués')
    const ids = vi.mocked(toast.error).mock.calls.map(([, options]) => options?.id)
    expect(new Set(ids).size).toBe(1)
  })

  test('tries again after 1, 2 and 4 seconds while the server is unavailable', async () => {
    failures = [busy, busy, busy]
    void enqueue(USER, CHAT, 'uno')
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
    void enqueue(USER, CHAT, 'uno')
    for (const [at, pause] of [7000, 60_000].entries()) {
      await settled()
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(sends()).toHaveLength(at + 1)
      await vi.advanceTimersByTimeAsync(1)
    }
    await settled()
    expect([...written.values()]).toEqual(['uno'])
  })

  for (const [form, answer] of [
    ['429', limited('7')],
    ['200', { ...limited('7'), status: 200 }],
    ['429 by a proxy', { status: 429, headers: { 'retry-after': '7' }, json: null }],
  ] as const) {
    test(`keeps messages beyond a limit, answered with ${form}, in order, and sends them when the time of the server is over`, async () => {
      failures = [answer]
      localStorage.setItem(`maestros-borradores:${USER}`, JSON.stringify({ [CHAT]: 'escribo' }))
      for (const text of ['uno', 'dos', 'tres']) void enqueue(USER, CHAT, text)
      await settled()
      const waiting = { waiting: true, limited: true, attempted: false }
      expect(await stored()).toMatchObject(
        ['uno', 'dos', 'tres'].map((contenido) => ({ contenido, ...waiting })),
      )
      await vi.advanceTimersByTimeAsync(6999)
      expect(sends()).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(1)
      await settled()
      expect([...written.values()]).toEqual(['uno', 'dos', 'tres'])
      expect(draft()).toBe('escribo')
      expect(toast.error).not.toHaveBeenCalled()
    })
  }

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
      void enqueue(USER, CHAT, 'uno')
      await settled()
      expect(await stored()).toEqual([])
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
      void enqueue(USER, CHAT, 'uno')
      await settled()
      expect(await stored()).toMatchObject([{ contenido: 'uno', waiting: true }])
      expect(toast.error).not.toHaveBeenCalled()
    })
  }

  test('shows a message whose answer says only success, after reading the conversation again', async () => {
    failures = [{ json: { success: true } }]
    answers['get-messages'] = () => ({
      json: { success: true, messages: [mensaje(1, { autor_id: USER, contenido: 'uno' })] },
    })
    void enqueue(USER, CHAT, 'uno')
    await settled()
    expect(await stored()).toEqual([])
    expect(knownMensajes(CHAT)?.messages.map(({ contenido }) => contenido)).toEqual(['uno'])
    expect(toast.error).not.toHaveBeenCalled()
  })

  test('forgets a message that arrived over the live channel before its answer', async () => {
    failures = ['lost answer']
    void enqueue(USER, CHAT, 'uno')
    await settled()
    settle(USER, (await stored())[0]?.clientId ?? '')
    void sendAll(USER)
    await settled()
    expect(await stored()).toEqual([])
    expect(sends()).toHaveLength(1)
  })

  describe('a message without an answer whose repetition is refused', () => {
    const repeat = async (first: 'lost answer' | 'no answer') => {
      failures = [first, refused]
      void enqueue(USER, CHAT, 'uno')
      await settled()
      void sendAll(USER)
      await settled()
      expect(sends()).toHaveLength(2)
    }

    const page = () => {
      const messages = [...written].map(([client_id, contenido]) =>
        mensaje(1, { autor_id: USER, client_id, contenido }),
      )
      return { json: { success: true, messages, cursor: null } }
    }

    test('does not return to the field when the server has it, as a reading that begins then says', async () => {
      const begun = page()
      const sent = Promise.withResolvers<void>()
      answers['get-messages'] = async () => {
        await sent.promise
        return begun
      }
      calls.length = 0
      const reading = queryClient.refetchQueries({ queryKey: mensajesQuery(CHAT).queryKey })
      await vi.waitFor(() => expect(calls).toHaveLength(1), 10_000)
      answers['get-messages'] = page
      await repeat('lost answer')
      sent.resolve()
      await reading
      expect(await stored()).toEqual([])
      expect(draft()).toBeUndefined()
      expect(toast.error).not.toHaveBeenCalled()
      expect(knownMensajes(CHAT)?.messages).toMatchObject([{ contenido: 'uno' }])
    })

    test('does not return to the field when the server has it and the copy on the device does not', async () => {
      const { queryKey, meta } = mensajesQuery(CHAT)
      const data = meta?.copia?.keep(knownMensajes(CHAT))
      markCopy(USER)
      await write(USER, [{ hash: hashKey(queryKey), kind: 'mensajes', max: 1, at: 1, data }], () => true)
      // The conversation was not opened since the page was loaded.
      queryClient.clear()
      answers['get-messages'] = page
      await repeat('lost answer')
      expect(await stored()).toEqual([])
      expect(draft()).toBeUndefined()
      expect(toast.error).not.toHaveBeenCalled()
      expect(knownMensajes(CHAT)?.messages).toMatchObject([{ contenido: 'uno' }])
    })

    test('returns to the field when the server does not have it', async () => {
      await repeat('no answer')
      expect(await stored()).toEqual([])
      expect(draft()).toBe('uno')
    })

    test('returns to the field when the conversation may not be read any more', async () => {
      answers['get-messages'] = () => refused
      await repeat('lost answer')
      expect(await stored()).toEqual([])
      expect(draft()).toBe('uno')
    })

    test('waits while the conversation cannot be read', async () => {
      answers['get-messages'] = () => 'no answer'
      await repeat('lost answer')
      expect(await stored()).toMatchObject([{ contenido: 'uno', waiting: true }])
      expect(draft()).toBeUndefined()
    })
  })

  test('sends nothing for a person who is signing out, and leaves nothing behind', async () => {
    failures = ['no answer']
    void enqueue(USER, CHAT, 'uno')
    await settled()
    signedIn(USER, true)
    void sendAll(USER)
    await settled()
    expect(sends()).toHaveLength(1)
    signedOut()
    expect(await stored()).toEqual([])
  })

  test('keeps the messages of a person whose session has expired', async () => {
    failures = ['no answer']
    void enqueue(USER, CHAT, 'uno')
    await settled()
    signedOut(true)
    expect(await stored()).toHaveLength(1)
  })
})

test('a request of one account that is not answered does not delay the account that signs in after it', async () => {
  const release = Promise.withResolvers<void>()
  answers['send-message'] = async ({ client_id, contenido }) => {
    if (contenido === 'uno') await release.promise
    written.set(String(client_id), String(contenido))
    const message = mensaje(1, { client_id: String(client_id), contenido: String(contenido) })
    return { json: { success: true, message } }
  }
  void enqueue(USER, CHAT, 'uno')
  await vi.waitFor(() => expect(sends()).toHaveLength(1), 10_000)
  signedOut(true)
  signedIn(OTHER)
  void enqueue(OTHER, CHAT, 'dos')
  try {
    await vi.waitFor(() => expect([...written.values()]).toEqual(['dos']), 10_000)
  } finally {
    release.resolve()
    await settled()
  }
})

test('whatever fails in between, each message is written once and in order', async () => {
  const failure = fc.constantFrom<Answer | 'lost answer'>('no answer', 'lost answer', busy)
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(failure, { maxLength: 6 }),
      async (count, planned) => {
        written.clear()
        failures = [...planned]
        const texts = Array.from({ length: count }, (_, at) => `texto ${at}`)
        for (const text of texts) void enqueue(USER, CHAT, text)
        await settled()
        // A lost connection may also cost the call after it, before it reaches the server.
        for (let tries = 0; tries < 20 && (await stored()).length > 0; tries += 1) {
          void sendAll(USER)
          await settled()
        }
        expect([...written.values()]).toEqual(texts)
      },
    ),
    { numRuns: 30 },
  )
})

describe('a message that waits', () => {
  const waits = async (text = 'uno') => {
    failures = ['no answer']
    void enqueue(USER, CHAT, text)
    await settled()
    const [entry] = await stored()
    if (!entry) throw new Error('nothing waits')
    return entry
  }
  const offline = (is: boolean) =>
    Object.defineProperty(navigator, 'onLine', { value: !is, configurable: true })
  afterEach(() => offline(false))

  test('is not sent any more after it was cancelled', async () => {
    const entry = await waits()
    void enqueue(USER, CHAT, 'dos')
    await cancel(entry)
    await settled()
    expect([...written.values()]).toEqual(['dos'])
  })

  test('does not return to the field when it was cancelled before its repetition was refused', async () => {
    const entry = await waits()
    answers['send-message'] = async () => {
      await cancel(entry)
      return refused
    }
    void sendAll(USER)
    await settled()
    expect(draft()).toBeUndefined()
    expect(toast.error).not.toHaveBeenCalled()
  })

  test('returns to the field with its quote when it is edited, if it has certainly not left the device', async () => {
    offline(true)
    void enqueue(USER, CHAT, 'uno', ORIGINAL)
    await settled()
    const [entry] = await stored()
    expect(entry).toMatchObject({ waiting: true, attempted: false })
    if (entry) await edit(entry)
    expect(draft()).toBe('uno')
    expect(readReply(USER, CHAT)).toBe(ORIGINAL)
    offline(false)
    void sendAll(USER)
    await settled()
    expect(sends()).toEqual([])
  })

  test('cannot be edited when the server may have it: the edited text would be a second message', async () => {
    const entry = await waits()
    expect(entry.attempted).toBe(true)
    await edit(entry)
    expect(draft()).toBeUndefined()
    expect(await stored()).toHaveLength(1)
  })

  test('cannot be edited when the network was lost while its request was under way', async () => {
    const send = answers['send-message']
    answers['send-message'] = async (body, token): Promise<Answer> => {
      await send?.(body, token)
      offline(true)
      return 'no answer'
    }
    void enqueue(USER, CHAT, 'uno')
    await settled()
    const [entry] = await stored()
    expect([...written.values()]).toEqual(['uno'])
    expect(entry).toMatchObject({ waiting: true, attempted: true })
    if (entry) await edit(entry)
    expect(draft()).toBeUndefined()
    expect(await stored()).toHaveLength(1)
  })

  test('is counted before signing out, like a picture and a voice note', async () => {
    await waits()
    failures = ['no answer', 'no answer', 'no answer']
    await enqueuePicture(USER, CHAT, { file: new Blob(['x']), extension: 'jpg', size: null })
    await enqueueVoiceNote(USER, CHAT, VOICE)
    await settled()
    expect(await countPending(USER)).toEqual({ mensajes: 1, imagenes: 1, notas: 1, leido: true })
  })
})

const VOICE = {
  file: new Blob(['sound'], { type: 'audio/webm' }),
  extension: 'webm',
  duracionMs: 1500,
  picos: Array.from({ length: 48 }, (_, nth) => nth),
}

test('pictures and voice notes wait with their file up to a total size, and another tab finds them', async () => {
  const picture = (bytes: number) => ({
    file: new Blob([new Uint8Array(bytes)]),
    extension: 'jpg',
    size: null,
  })
  const mega = 1024 * 1024
  const first = await enqueuePicture(USER, CHAT, picture(40 * mega))
  expect(first).not.toBeNull()
  expect(await enqueuePicture(USER, CHAT, picture(21 * mega))).toBeNull()
  expect(mayRecord(USER)).toBe(true)
  await enqueueVoiceNote(USER, CHAT, { ...VOICE, file: new Blob([new Uint8Array(20 * mega)]) })
  expect(mayRecord(USER)).toBe(false)
  // It was being recorded when the last picture or note was added.
  await enqueueVoiceNote(USER, CHAT, VOICE)
  await settled()
  expect((await countPending(USER)).notas).toBe(2)
  const tab = await openTab()
  expect((await tab.waitingFile(first ?? ''))?.size).toBe(40 * mega)
})

describe('a voice note whose file was uploaded', () => {
  const { file, extension: _, ...sound } = VOICE
  const note: Entry = {
    ...sound,
    clientId: '00000000-0000-4000-8000-0000000000f1',
    userId: USER,
    chatId: CHAT,
    order: 1,
    creadoEn: '2026-03-05T18:00:00.000Z',
    waiting: false,
    attempted: false,
    tipo: 'audio',
    path: `${CHAT}/1.webm`,
    bytes: file.size,
    uploaded: true,
    failed: false,
    respuestaA: '00000000-0000-4000-8000-0000000000a1',
  }

  test('is sent once with its duration, its drawing and the message that it answers to, in its place', async () => {
    failures = ['lost answer']
    await addEntry(note, file)
    void enqueue(USER, CHAT, 'detrás')
    await settled()
    void sendAll(USER)
    await settled()
    expect([...written.values()]).toEqual([note.path, 'detrás'])
    expect(sends()[0]?.body).toEqual({
      chat_id: CHAT,
      tipo: 'audio',
      contenido: note.path,
      client_id: note.clientId,
      duracion_ms: VOICE.duracionMs,
      picos: VOICE.picos,
      respuesta_a: note.respuestaA,
    })
    expect(await stored()).toEqual([])
  })

  test('and that the server refuses stays with the sentence of the server, and can be retried', async () => {
    failures = [{ status: 403, json: { success: false, error: 'Aún no se puede.', code: 'FORBIDDEN' } }]
    await addEntry(note, file)
    void enqueue(USER, CHAT, 'detrás')
    await settled()
    expect(await stored()).toMatchObject([{ tipo: 'audio', failed: true }])
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Aún no se puede.', expect.anything())
    await retry(note)
    await settled()
    expect([...written.values()]).toEqual(['detrás', note.path])
  })
})

describe('messages of a page that was closed', () => {
  const left = (contenido: string, nth: number) => ({
    clientId: `00000000-0000-4000-8000-0000000000e${nth}`,
    chatId: CHAT,
    contenido,
    creadoEn: '2026-03-05T18:00:00.000Z',
    waiting: true,
  })

  test('that only localStorage has are sent after the page is opened again', async () => {
    const { contenido, ...entry } = { ...left('uno', 1), userId: USER, order: 1, attempted: false }
    const key = `maestros-por-enviar:${USER}:${entry.clientId}`
    localStorage.setItem(key, JSON.stringify({ ...entry, tipo: 'texto', contenido }))
    const tab = await openTab()
    void tab.sendAll(USER)
    await settled()
    expect([...written.values()]).toEqual(['uno'])
    expect(localStorage.getItem(key)).toBeNull()
  })
})

describe('two tabs', () => {
  test('show what the other has enqueued, and forget it when one of them signs out', async () => {
    failures = ['no answer', 'no answer']
    const [first, second] = [await openTab(), await openTab()]
    await second.countPending(USER)
    void first.enqueue(USER, CHAT, 'uno')
    await settled()
    expect(await second.countPending(USER)).toEqual({ mensajes: 1, imagenes: 0, notas: 0, leido: true })
    first.signIn(true)
    first.signOut()
    await settled()
    expect(await stored()).toEqual([])
    expect(await second.countPending(USER)).toEqual({ mensajes: 0, imagenes: 0, notas: 0, leido: true })
  })

  test('put a text whose sending by the other is refused before what its author types meanwhile', async () => {
    const [author, sender] = [await openTab(), await openTab()]
    const toasts = [author, sender].map((tab) => vi.spyOn(tab.toast, 'error').mockReturnValue(undefined))
    const [busyUntil, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    answers['send-message'] = async ({ contenido }): Promise<Answer> => {
      if (contenido === 'ocupado') await busyUntil.promise
      else await answered.promise
      return contenido === 'ocupado' ? 'no answer' : refused
    }
    // It holds the lock while this message is not answered.
    void sender.enqueue(USER, OTHER_CHAT, 'ocupado')
    await vi.waitFor(() => expect(sends()).toHaveLength(1), 10_000)
    void author.enqueue(USER, CHAT, 'uno')
    await vi.waitFor(() => expect(sends()).toHaveLength(2), 10_000)
    author.setDraft(USER, CHAT, 'dos')
    answered.resolve()
    try {
      await expect.poll(() => author.readDraft(USER, CHAT)).toBe('uno\ndos')
      for (const error of toasts) expect(error).toHaveBeenCalledTimes(1)
      author.setDraft(USER, CHAT, 'uno\ndos y más')
      expect(draft()).toBe('uno\ndos y más')
      expect(sender.readDraft(USER, CHAT)).toBe('uno\ndos y más')
    } finally {
      author.setDraft(USER, CHAT, '')
      busyUntil.resolve()
      for (const tab of [author, sender]) tab.signOut()
    }
  })

  test('put a text that is refused in the tab of its author into no other field', async () => {
    const [author, other] = [await openTab(), await openTab()]
    const shown = vi.spyOn(author.toast, 'error').mockReturnValue(undefined)
    other.setDraft(USER, CHAT, 'otra cosa')
    author.setDraft(USER, CHAT, '')
    failures = [refused]
    void author.enqueue(USER, CHAT, 'uno')
    await settled()
    const fields = [author, other].map((tab) => tab.readDraft(USER, CHAT))
    for (const tab of [author, other]) {
      tab.setDraft(USER, CHAT, '')
      tab.signOut()
    }
    expect(fields).toEqual(['uno', 'otra cosa'])
    expect(shown).toHaveBeenCalledTimes(1)
  })

  test('send every message once and each in its order, whatever fails in between', async () => {
    const failure = fc.constantFrom<Answer | 'lost answer'>('no answer', 'lost answer', busy)
    const [first, second] = [await openTab(), await openTab()]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
        fc.array(failure, { maxLength: 6 }),
        async (turns, planned) => {
          written.clear()
          failures = [...planned]
          const texts = turns.map((one, at) => `${one ? 'primera' : 'segunda'} ${at}`)
          for (const text of texts) {
            void (text.startsWith('primera') ? first : second).enqueue(USER, CHAT, text)
          }
          await settled()
          for (let tries = 0; tries < 20 && (await stored()).length > 0; tries += 1) {
            void (tries % 2 ? first : second).sendAll(USER)
            await settled()
          }
          const all = [...written.values()]
          expect(all.toSorted()).toEqual(texts.toSorted())
          for (const tab of ['primera', 'segunda']) {
            const of = (list: string[]) => list.filter((text) => text.startsWith(tab))
            expect(of(all)).toEqual(of(texts))
          }
        },
      ),
      { numRuns: 30 },
    )
  })
})

test('a browser that stores nothing still sends, and asks before the page is left while something waits', async () => {
  const refuse = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const warned = vi.spyOn(toast, 'warning').mockImplementation(() => undefined)
  const leave = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  failures = ['no answer']
  void enqueue(USER, CHAT, 'uno')
  await settled()
  expect(warned).toHaveBeenCalledTimes(1)
  expect(leave()).toBe(true)
  void sendAll(USER)
  await settled()
  expect([...written.values()]).toEqual(['uno'])
  expect(leave()).toBe(false)
  refuse.mockRestore()
  put.mockRestore()
})

describe('a full storage', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const fillOnce = () => vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(full)
  const NOTHING = { mensajes: 0, imagenes: 0, notas: 0, leido: true }
  afterEach(() => void vi.restoreAllMocks())

  test('that refuses to change a waiting message does not stop it, nor the messages after it', async () => {
    failures = ['no answer', 'no answer']
    for (const text of ['uno', 'dos']) {
      void enqueue(USER, CHAT, text)
      await settled()
    }
    const put = fillOnce()
    void sendAll(USER)
    await expect.poll(() => [...written.values()]).toEqual(['uno', 'dos'])
    await settled()
    expect(put.mock.results[0]?.type).toBe('throw')
    expect(await stored()).toEqual([])
    expect(await countPending(USER)).toEqual(NOTHING)
  })

  test('that refuses to change a message which another tab then cancels does not stop the next one', async () => {
    failures = ['no answer', 'no answer']
    void enqueue(USER, CHAT, 'uno')
    await settled()
    const [entry] = await stored()
    const put = fillOnce()
    void sendAll(USER)
    await settled()
    expect(put.mock.results[0]?.type).toBe('throw')
    const tab = await openTab()
    if (entry) await tab.cancel(entry)
    await settled()
    void enqueue(USER, CHAT, 'dos')
    await expect.poll(() => [...written.values()]).toEqual(['dos'])
    await settled()
    expect(await stored()).toEqual([])
  })

  test('that refuses a new message does not stop it while a message of another chat is being sent', async () => {
    const release = Promise.withResolvers<void>()
    const send = answers['send-message']
    answers['send-message'] = async (body, token): Promise<Answer> => {
      if (body.contenido === 'uno') await release.promise
      return (await send?.(body, token)) ?? 'no answer'
    }
    void enqueue(USER, CHAT, 'uno')
    await vi.waitFor(() => expect(sends()).toHaveLength(1), 10_000)
    fillOnce()
    void enqueue(USER, OTHER_CHAT, 'dos')
    try {
      await expect.poll(() => [...written.values()]).toEqual(['dos'])
    } finally {
      release.resolve()
    }
    await settled()
    expect([...written.values()]).toEqual(['dos', 'uno'])
    expect(await stored()).toEqual([])
    expect(await countPending(USER)).toEqual(NOTHING)
  })
})
