import { setTimeout as pause } from 'node:timers/promises'
import { erroresDeOnboarding as errores } from '@maestros/dominio/onboarding/textos'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Draft, formOf, StoredDraft, unsavedStep } from '#features/onboarding/draft/merge.ts'
import { setStep, startSync, syncDraft } from '#features/onboarding/draft/store.ts'
import { getClient } from '#lib/client/client.ts'
import { OTHER, USER } from '../setup/people.ts'
import { type Answer, startTestServer } from '../setup/server.ts'

const toasts = vi.hoisted((): string[] => [])
vi.mock('#ui/toasts/toast.ts', () => ({ toast: { error: (text: string) => toasts.push(text) } }))

const { answers, calls } = startTestServer()

type Change = { base: number; valor: unknown }

/** The draft on the test server, which accepts the same changes as `interno.guardar_borrador`. */
let onServer: Record<string, { version: number; valor: unknown }> = {}
/** How the next calls fail; then the server answers again. */
let failures: (Answer | 'lost answer')[] = []
let close = () => {}

const CALL = 'onboarding-borrador'
/** Longer than the pause after a failed save. */
const RETRY_MS = 6000

// The first call loads the client, which may take longer than `settled` waits.
beforeAll(async () => void (await getClient()))

beforeEach(() => {
  // Only the app's own timers: the HTTP of Node does not use these.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onServer = {}
  failures = []
  calls.length = 0
  answers[CALL] = ({ cambios = {} }) => {
    const failure = failures.shift()
    if (failure !== undefined && failure !== 'lost answer') return failure
    for (const [paso, { base, valor }] of Object.entries(cambios as Record<string, Change>)) {
      const known = onServer[paso]
      if (!known || known.version === base) onServer[paso] = { version: base + 1, valor }
    }
    return failure === 'lost answer'
      ? 'no answer'
      : { json: { success: true, completo: false, pasos: onServer } }
  }
})

afterEach(async () => {
  close()
  await settled()
  vi.useRealTimers()
})

/** Lets the app send what is due now, and the test server answer it. */
async function settled() {
  for (let quiet = 0, known = calls.length; quiet < 20; quiet += 1) {
    await vi.advanceTimersByTimeAsync(0)
    await new Promise((resolve) => setImmediate(resolve))
    await pause(2)
    if (calls.length > known) quiet = 0
    known = calls.length
  }
}

async function after(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
  await settled()
}

async function open(userId = USER) {
  close = startSync(userId)
  await settled()
}

/** Types a description and lets it be sent. */
async function type(text: string) {
  setStep(USER, 'descripcion', text)
  await after(1000)
}

/** As a reload reads it. */
const parseStored = (): Draft => StoredDraft.parse(stored())
const stored = (): Draft => JSON.parse(localStorage.getItem(`maestros-onboarding:${USER}`) ?? '{}')

const lost = { status: 503, json: { success: false, error: 'ocupado', code: 'UNAVAILABLE' } }

describe('the autosave of the onboarding', () => {
  test('recognises its own text when the answer was lost and the person typed on', async () => {
    await open()
    failures = ['lost answer', 'no answer']
    await type('Hola')
    await type('Hola a todos')
    await type('Hola a todos los vecinos')
    expect(stored().descripcion).toEqual({ valor: 'Hola a todos los vecinos', base: 2, pendiente: false })
    expect(onServer.descripcion).toEqual({ valor: 'Hola a todos los vecinos', version: 2 })
  })

  test('asks about a text that another device has saved meanwhile', async () => {
    await open()
    failures = ['no answer']
    await type('De aquí')
    onServer.descripcion = { version: 1, valor: 'Del otro' }
    await after(RETRY_MS)
    expect(stored().descripcion).toMatchObject({ valor: 'De aquí', otro: { valor: 'Del otro' } })
  })

  test('sends a corrected value after the server has refused one', async () => {
    await open()
    failures = [{ status: 400, json: { success: false, error: 'no', code: 'INVALID_INPUT' } }]
    await type('Mal')
    await type('Bien')
    expect(onServer.descripcion?.valor).toBe('Bien')
  })

  test('saves the other steps without a picture that the server refuses, for example because it was removed', async () => {
    await open()
    const refusal = errores.comprobanteAjeno
    failures = [{ status: 400, json: { success: false, error: refusal, code: 'INVALID_INPUT' } }]
    setStep(USER, 'comprobante_domicilio', 'documentos/x.jpg')
    await type('Hola')
    expect(onServer).toMatchObject({ descripcion: { valor: 'Hola' }, comprobante_domicilio: { valor: '' } })
    expect(toasts).toEqual([refusal])
  })

  test('keeps a text that is longer than a draft may be on the device until it is shortened, and sends the other steps', async () => {
    await open()
    const long = 'a'.repeat(2001)
    await type(long)
    setStep(USER, 'domicilio', 'Calle Hidalgo 12')
    await after(1000)
    expect(onServer).toMatchObject({ domicilio: { valor: 'Calle Hidalgo 12' } })
    expect(onServer.descripcion).toBeUndefined()
    expect(formOf(parseStored()).descripcion).toBe(long)
    expect(unsavedStep(parseStored())).toBe('descripcion')
    calls.length = 0
    await after(2 * RETRY_MS)
    expect(calls, 'the text is not sent again and again').toEqual([])
    await type(long.slice(1))
    expect(onServer.descripcion?.valor).toBe(long.slice(1))
    expect(unsavedStep(parseStored())).toBeUndefined()
  })

  test('stops when the screen closes, also while a failed save waits for its next attempt', async () => {
    await open()
    failures = [lost]
    await type('Hola')
    close()
    calls.length = 0
    await after(10 * RETRY_MS)
    await syncDraft(USER)
    expect(calls).toEqual([])
    expect(stored().descripcion).toMatchObject({ valor: 'Hola', pendiente: true })
    await open()
    expect(onServer.descripcion?.valor).toBe('Hola')
  })

  test('writes nothing on the device when the answer comes after the screen has closed', async () => {
    await open()
    setStep(USER, 'descripcion', 'Hola')
    await vi.advanceTimersByTimeAsync(1000)
    close()
    // As signing out does.
    localStorage.clear()
    await settled()
    expect(calls).toHaveLength(2)
    expect(localStorage.length).toBe(0)
  })

  test('reads the draft of the next person when a call of the one before is still under way', async () => {
    await open()
    setStep(USER, 'descripcion', 'De la primera persona')
    await vi.advanceTimersByTimeAsync(1000)
    close()
    calls.length = 0
    await open(OTHER)
    expect(calls.at(-1)?.body).toEqual({})
  })
})
