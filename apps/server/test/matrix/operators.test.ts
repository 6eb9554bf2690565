import { FuncionError } from '@maestros/contrato'
import { almacenamiento } from '@maestros/dominio/textos-de-almacenamiento'
import { funciones } from '@maestros/dominio/textos-de-funciones'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { functionList } from '../../src/function-list.ts'
import { startApp, type TestApp } from '../setup/app.ts'
import { inputSchema, sampleInput } from '../setup/contracts.ts'
import { snapshot } from '../setup/leak-watch.ts'
import { type ChannelLog, eventually, listen, liveClientOfTest, state, subscribed } from '../setup/live.ts'
import { TABLES } from '../setup/rows/access-matrix.ts'
import { clientWith } from '../setup/rows/maestros.ts'
import { makeSignedInOperator, passwordClient, type SignedInOperator } from '../setup/rows/operators.ts'
import { type MatrixPeople, makeMatrixPeople, objectsOf } from '../setup/rows/people.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'

/**
 * The two callers that the other files of the matrix do not have: an operator with the password alone (aal1) and one with the second
 * factor (aal2). Neither opens a table, an object or a channel, nor a function for other people.
 */

let app: TestApp
let fixture: MatrixPeople
let olga: SignedInOperator
const tokens: Record<Level, string> = { aal1: '', aal2: '' }
const LEVELS = ['aal1', 'aal2'] as const
type Level = (typeof LEVELS)[number]
beforeAll(async () => {
  app = await startApp()
  fixture = await makeMatrixPeople(app)
  olga = await makeSignedInOperator(app)
  const { data } = await (await passwordClient(app, olga)).auth.getSession()
  Object.assign(tokens, { aal1: data.session?.access_token, aal2: olga.token })
})
afterAll(() => app.close())

const clientOf = (level: Level): SupabaseClient => clientWith(app, tokens[level])
/** The sessions of operators change with every test, and nothing else may. */
const everythingElse = async () => {
  const { 'auth.sessions': _, ...rest } = await snapshot(app)
  return rest
}

describe.each(LEVELS)('an operator with %s', (level) => {
  test('neither reads nor writes any table', async () => {
    const before = await everythingElse()
    const client = clientOf(level)
    for (const [table, { columns }] of Object.entries(TABLES)) {
      const rows = () => client.from(table)
      const [column = ''] = Object.keys(columns)
      for (const { status, error } of [
        await rows().select(),
        await rows().select(column, { count: 'exact' }),
      ])
        expect({ table, status, error }).toMatchObject({
          ...{ table, status: 403 },
          error: { code: 'PT403', details: 'operador' },
        })
      // A write that no role may do is refused before the caller is looked at.
      for (const { error } of [
        await rows().insert({}),
        await rows().upsert({ [column]: null }),
        await rows()
          .update({ [column]: null })
          .not(column, 'is', null),
        await rows().delete().not(column, 'is', null),
      ])
        expect(['PT403', '42501'], table).toContain(error?.code)
    }
    expect(await everythingElse()).toEqual(before)
  })

  test('calls no remote procedure', async () => {
    const rpc = (name: string, args: Record<string, unknown> = {}) => clientOf(level).rpc(name, args)
    for (const { status, error } of [
      await rpc('update_maestro_stats'),
      await rpc('mark_messages_as_read', { p_chat_id: fixture.chats.propio, p_user_role: 'maestro' }),
    ])
      expect([status, error?.code]).toEqual([403, 'PT403'])
  })

  test('calls no function for seekers or maestros, and the functions for operators with aal2 only', async () => {
    const functions = (await functionList()).filter(
      ({ definition }) => definition.contract.callers !== 'public',
    )
    expect(functions.length).toBeGreaterThan(7)
    const before = await everythingElse()
    const others: unknown[] = []
    for (const { definition } of functions) {
      const { name, callers } = definition.contract
      const { code, error } = (await invoke(level, definition.contract)) ?? {}
      if (callers === 'operador' && level === 'aal2') {
        expect([name, error]).not.toEqual([name, funciones.soloOperadores])
        expect([name, error]).not.toEqual([name, funciones.segundoFactor])
        continue
      }
      const sentence = {
        operador: funciones.segundoFactor,
        person: funciones.noParaOperadores,
        maestro: funciones.soloMaestros,
        buscador: funciones.soloBuscadores,
        public: '',
      }[callers]
      if (code !== 'FORBIDDEN' || error !== sentence) others.push([name, code, error])
    }
    expect(others).toEqual([])
    if (level === 'aal1') expect(await everythingElse()).toEqual(before)
  })

  test('neither reads, lists, writes nor removes objects', async () => {
    const photo = blob(await jpeg(9, 9))
    const before = await everythingElse()
    for (const { bucket, name } of Object.values(objectsOf(fixture.people, fixture.chats))) {
      const box = clientOf(level).storage.from(bucket)
      const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : ''
      for (const [act, { error }] of Object.entries({
        download: await box.download(name),
        info: await box.info(name),
        createSignedUrl: await box.createSignedUrl(name, 60),
        createSignedUrls: await box.createSignedUrls([name], 60),
        list: await box.list(folder),
        listV2: await box.listV2({ prefix: `${folder}/` }),
        upload: await box.upload(`${folder}/9.jpg`, photo),
        uploadOwn: await box.upload(`${olga.id}/9.jpg`, photo),
        uploadInRoot: await box.upload('9.jpg', photo),
        createSignedUploadUrl: await box.createSignedUploadUrl(`${folder}/9.jpg`),
        update: await box.update(name, photo),
        remove: await box.remove([name]),
      })) {
        expect([act, name, error?.message]).toEqual([act, name, almacenamiento.noParaOperadores])
      }
    }
    expect(await everythingElse()).toEqual(before)
  })

  test('joins no channel, sends no broadcast, and loses a channel that gets its token', async () => {
    const reason = 'Unauthorized: Operators have no channels'
    for (const topic of ['avisos', `chat:${fixture.chats.propio}`]) {
      const client = await liveClientOfTest(app, { token: tokens[level] })
      const received = listen(client, [{ table: 'mensajes' }], topic)
      await state(received, 'CHANNEL_ERROR')
      expect(received.reasons[0]).toBe(reason)
    }
    const answer = await fetch(`${app.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: {
        apikey: app.services.secrets.publishableKey,
        authorization: `Bearer ${tokens[level]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        messages: [{ topic: `chat:${fixture.chats.propio}`, event: 'typing', payload: {} }],
      }),
    })
    expect(answer.status).toBe(403)

    const holder = { token: fixture.people.maestro.token }
    const client = await liveClientOfTest(app, holder)
    const open: ChannelLog = await subscribed(listen(client, [{ table: 'mensajes' }]))
    holder.token = tokens[level]
    await client.realtime.setAuth()
    await eventually(() => open.states.at(-1)).toBe('CLOSED')
    expect(open.system.at(-1)?.message).toBe('Operators have no channels')
  })
})

type Contract = Awaited<ReturnType<typeof functionList>>[number]['definition']['contract']

/** Fields that some functions check before the caller: the own id, and the address and the key of a browser. */
const OWN: Record<string, () => Record<string, unknown>> = {
  'cerrar-cuenta': () => ({ usuario_id: olga.id }),
  'track-profile-view': () => ({ buscador_id: olga.id }),
  'suscribir-push': () => ({
    endpoint: 'https://fcm.googleapis.com/fcm/send/uno',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }),
}

/** The refusal of a call with an input that the contract accepts; undefined when it is not refused. */
async function invoke(level: Level, contract: Contract): Promise<FuncionError | undefined> {
  const { name, method, params = [] } = contract
  const input = { ...sampleInput(contract), ...OWN[name]?.() }
  const path = [name, ...params.map((param) => String(input[param]))].join('/')
  const fields = Object.keys(inputSchema(contract).properties ?? {}).filter(
    (field) => !params.includes(field),
  )
  const rest = Object.fromEntries(
    Object.entries(input).filter(([field]) => fields.includes(field) && input[field] !== undefined),
  )
  const query = new URLSearchParams(
    Object.entries(rest).map(([field, value]): [string, string] => [field, String(value)]),
  )
  const { error } = await clientOf(level).functions.invoke(
    method === 'GET' && query.size > 0 ? `${path}?${query}` : path,
    { method, ...(method === 'POST' && { body: rest }) },
  )
  if (!error) return undefined
  return FuncionError.parse(await error.context.json())
}
