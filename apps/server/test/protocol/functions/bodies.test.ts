import { randomUUID } from 'node:crypto'
import { getChats } from '@maestros/contrato/chat/get-chats'
import { sendMessage } from '@maestros/contrato/chat/send-message'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { functionList } from '../../../src/function-list.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { loadContracts } from '../../setup/contracts.ts'
import { askFunction, call, refusalOf } from '../../setup/functions.ts'
import { makePair } from '../../setup/rows/chats.ts'
import { clientWith } from '../../setup/rows/maestros.ts'

const app = appForTests()
const pair = beforeTests(() => makePair(app))

const message = (contenido = 'Buenas tardes') => ({ chat_id: pair.chat, tipo: 'texto', contenido })

type Body = FormData | string | Blob | ArrayBuffer | ReadableStream<Uint8Array> | Record<string, unknown>

async function invoke(client: SupabaseClient, name: string, body: Body) {
  const { data, error, response } = await client.functions.invoke(name, { body })
  if (!response) throw error
  return { status: response.status, data, refusal: error ? await refusalOf(response) : undefined }
}

describe('a body that the official client sends', () => {
  test('as a string, a Blob or bytes of JSON is read as JSON', async () => {
    const text = JSON.stringify(message())
    for (const body of [
      text,
      new Blob([text]),
      new Blob([text], { type: 'application/json' }),
      new Blob([text], { type: 'text/plain;charset=utf-8' }),
      new TextEncoder().encode(text).buffer,
    ]) {
      const { status, data } = await invoke(pair.ana.client, 'send-message', body)
      expect(status).toBe(200)
      expect(sendMessage.output.parse(data).message.contenido).toBe('Buenas tardes')
    }
  })

  test('as a string that is no JSON is refused with 415 and a sentence', async () => {
    for (const body of ['hola', 'chat_id=1', '{"a":', new Blob([new Uint8Array([1, 2, 3])])]) {
      const { status, refusal } = await invoke(pair.ana.client, 'send-message', body)
      expect(status).toBe(415)
      expect(refusal).toEqual({ success: false, code: 'UNSUPPORTED_MEDIA_TYPE', error: textos.soloJson })
    }
  })

  test('as a form is refused with 415, and so is any other type, whatever is in it', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(message())) form.set(name, value)
    const text = JSON.stringify(message())
    const types = ['image/png', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data']
    const bodies = [form, ...types.map((type) => new Blob([text], { type }))]
    for (const body of bodies) {
      const { status, refusal } = await invoke(pair.ana.client, 'send-message', body)
      expect([status, refusal?.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    }
  })

  test('as a stream arrives empty, because the client writes it as {}, and is refused for what is missing', async () => {
    const stream = new Blob([JSON.stringify(message())]).stream()
    const { status, refusal } = await invoke(pair.ana.client, 'send-message', stream)
    expect([status, refusal?.code]).toEqual([400, 'INVALID_INPUT'])
    expect(refusal?.error).toContain('chat_id')
  })
})

test('a stream without a content type is read as JSON', async () => {
  const body = new Blob([JSON.stringify(message('en partes'))]).stream()
  const answer = await askFunction(app, 'send-message', {
    method: 'POST',
    headers: { authorization: `Bearer ${pair.ana.token}` },
    body,
    duplex: 'half',
  } as RequestInit)
  expect(answer.status).toBe(200)
  expect(sendMessage.output.parse(await answer.json()).message.contenido).toBe('en partes')
})

test('text is held to the bounds of JSON: its size and its depth', async () => {
  const deep = `${'['.repeat(1000)}${']'.repeat(1000)}`
  expect(await invoke(pair.ana.client, 'send-message', deep)).toMatchObject({
    status: 400,
    refusal: { code: 'INVALID_INPUT' },
  })
  const large = JSON.stringify(message('x'.repeat(1024 * 1024)))
  expect((await invoke(pair.ana.client, 'send-message', large)).status).toBe(413)
})

test('an unread form does not keep the server from the next request of the connection', async () => {
  const form = new FormData()
  form.set('contenido', 'x'.repeat(500_000))
  for (let n = 0; n < 5; n++) {
    expect((await invoke(pair.ana.client, 'get-chats', form)).status).toBe(415)
    getChats.output.parse((await call(pair.ana.client, 'get-chats', { body: {} })).data)
  }
})

describe('the secret key', () => {
  const asService = () => app.client(app.services.secrets.secretKey)

  test('calls the public functions', async () => {
    const search = await call(asService(), 'maestros?alcaldia=Coyoac%C3%A1n&oficio=Plomer%C3%ADa')
    expect(search.status).toBe(200)
    expect((await call(asService(), `maestro-profile/${pair.luis.id}`)).status).toBe(200)
  })

  test('is refused by every function for persons with FORBIDDEN and a sentence', async () => {
    const contracts = (await functionList()).map(({ definition }) => definition.contract)
    const forPersons = contracts.filter(({ callers }) => callers !== 'public')
    expect(forPersons.length).toBeGreaterThan(4)
    for (const { name, method, params = [] } of forPersons) {
      const body = method === 'POST' ? { body: { id: randomUUID() } } : {}
      const address = [name, ...params.map(() => randomUUID())].join('/')
      const { status, code, message } = await call(asService(), address, body)
      expect([name, status, code, message]).toEqual([name, 403, 'FORBIDDEN', textos.soloPersonas])
    }
  })

  test('does not replace a token that is not valid', async () => {
    const client = clientWith(app, 'no-es-un-token')
    expect((await call(client, 'get-chats', { body: {} })).code).toBe('SESSION_EXPIRED')
  })
})

test('every text and every list that a function takes has a bound', async () => {
  const { toJSONSchema } = await import('zod')
  const unbounded: string[] = []
  const visit = (schema: unknown, place: string) => {
    if (typeof schema !== 'object' || schema === null) return
    const one = schema as Record<string, unknown>
    const isText = one.type === 'string' && !('enum' in one) && !('const' in one)
    if (isText && !('maxLength' in one) && !('format' in one)) unbounded.push(place)
    if (one.type === 'array' && !('maxItems' in one)) unbounded.push(place)
    for (const [key, value] of Object.entries(one)) visit(value, `${place}.${key}`)
  }
  for (const { name, input } of await loadContracts()) visit(toJSONSchema(input, { io: 'input' }), name)
  expect(unbounded).toEqual([])
})
