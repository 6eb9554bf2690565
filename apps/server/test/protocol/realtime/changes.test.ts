import { describe, expect, test } from 'vitest'
import type { LiveEvent } from '../../../src/platform/bus/bus.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { call } from '../../setup/functions.ts'
import {
  type ChannelLog,
  contents,
  eventually,
  listen,
  liveClientOfTest,
  NAVBAR,
  type SubscriptionOptions,
  subscribed,
  VERSIONS,
  type Vsn,
} from '../../setup/live.ts'
import { type MatrixPeople, makeMatrixPeople, type SignedInName } from '../../setup/rows/people.ts'

/** Live changes of chats and messages, through the official client. */

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))

const connect = (who: SignedInName | { token: string } | undefined, vsn?: Vsn) =>
  liveClientOfTest(app, typeof who === 'string' ? fixture.people[who] : who, vsn)
const subscribe = async (
  who: SignedInName,
  subscriptions: SubscriptionOptions[] = NAVBAR,
  vsn?: Vsn,
): Promise<ChannelLog> => subscribed(listen(await connect(who, vsn), subscriptions))
const sendMessage = async (who: SignedInName, chat: keyof MatrixPeople['chats'], contenido: string) => {
  const sent = await call(fixture.clients[who], 'send-message', {
    body: { chat_id: fixture.chats[chat], tipo: 'texto', contenido },
  })
  expect(sent.status).toBe(200)
}

test('the secret key cannot subscribe to changes, which are sent to people', async () => {
  const log = listen(await connect({ token: app.services.secrets.secretKey }), NAVBAR)
  await eventually(() => log.states[0]).toBe('CHANNEL_ERROR')
  expect(log.reasons[0]).toContain('the secret key cannot subscribe')
})

test('an event that a second server publishes again is delivered once, and has the same time', async () => {
  const ana = await subscribe('buscador')
  const events: LiveEvent[] = []
  const stop = app.services.bus.listen((event) => events.push(event))
  await sendMessage('buscador', 'propio', 'una vez')
  await eventually(() => ana.rows.length).toBe(2)
  stop()
  const [inserted] = events
  if (inserted?.kind !== 'change') throw new Error('expected the new message')
  expect(inserted.at).toBe(inserted.record.creado_en)
  for (const event of events) app.services.bus.publish(event)
  await sendMessage('buscador', 'propio', 'otra vez')
  await eventually(() => contents(ana)).toEqual(['una vez', 'otra vez'])
  // An update is delivered again: it can tell of a block, which its row does not contain.
  await eventually(() => ana.rows.map(({ eventType }) => eventType)).toEqual([
    ...['INSERT', 'UPDATE', 'UPDATE'],
    ...['INSERT', 'UPDATE'],
  ])
})

describe.each(VERSIONS)('with protocol %s', (vsn) => {
  test('a message is delivered once to both people of its chat, and to nobody else [7.live.02]', async () => {
    const [ana, mario, otro] = await Promise.all(
      (['buscador', 'maestro', 'otroBuscador'] as const).map((who) => subscribe(who, NAVBAR, vsn)),
    )
    if (!ana || !mario || !otro) throw new Error('expected three clients')
    await sendMessage('buscador', 'propio', `una cosa ${vsn}`)
    await sendMessage('maestro', 'cerrado', `otra cosa ${vsn}`)
    // otroBuscador and the maestro share the second chat: when its message has arrived, the first would have
    // too.
    await eventually(() => contents(otro)).toEqual([`otra cosa ${vsn}`])
    await eventually(() => contents(mario)).toEqual([`una cosa ${vsn}`, `otra cosa ${vsn}`])
    await eventually(() => ana.rows.length).toBe(2)
    const [message, chat] = ana.rows
    expect(message).toMatchObject({
      schema: 'public',
      table: 'mensajes',
      eventType: 'INSERT',
      errors: null,
      new: { chat_id: fixture.chats.propio, autor_id: fixture.people.buscador.id, bloqueado: false },
      old: {},
    })
    expect(chat).toMatchObject({
      table: 'chats',
      eventType: 'UPDATE',
      new: { id: fixture.chats.propio, ultimo_mensaje_contenido: `una cosa ${vsn}` },
      old: { id: fixture.chats.propio },
    })
  })

  test('a filter passes only changes of its own chat, and an event only its own kind [7.live.02] [7.live.04]', async () => {
    const { propio, cerrado } = fixture.chats
    const mario = await connect('maestro', vsn)
    const [one, several, updates, deletes, all] = await Promise.all(
      [
        [{ event: 'INSERT' as const, table: 'mensajes', filter: `chat_id=eq.${cerrado}` }],
        [
          {
            table: 'mensajes',
            filter: `chat_id=in.(${propio},${cerrado}),autor_id=not.eq.${fixture.people.maestro.id}`,
          },
        ],
        [{ event: 'UPDATE' as const, table: 'chats', filter: 'no_leidos_maestro=gt.0' }],
        [{ event: 'DELETE' as const, schema: '*' }],
        [{ schema: 'public' }],
      ].map((subscriptions) => subscribed(listen(mario, subscriptions))),
    )
    await sendMessage('buscador', 'propio', `propio ${vsn}`)
    await sendMessage('otroBuscador', 'cerrado', `cerrado ${vsn}`)
    await sendMessage('maestro', 'cerrado', `respuesta ${vsn}`)
    await eventually(() => all?.rows.length).toBe(6)
    expect(one && contents(one)).toEqual([`cerrado ${vsn}`, `respuesta ${vsn}`])
    expect(several && contents(several)).toEqual([`propio ${vsn}`, `cerrado ${vsn}`])
    expect(updates?.rows.map((row) => row.new.id)).toEqual([propio, cerrado, cerrado])
    expect(deletes?.rows).toEqual([])
  })
})

test('a blocked message is delivered to its author only, and marking as read to both people', async () => {
  const [otro, mario] = await Promise.all([subscribe('otroBuscador'), subscribe('maestro')])
  await sendMessage('otroBuscador', 'cerrado', 'llámame al 55 1234 5678')
  await sendMessage('otroBuscador', 'cerrado', 'mejor por aquí')
  await eventually(() => contents(mario)).toEqual(['mejor por aquí'])
  await eventually(() => contents(otro)).toEqual(['llámame al 55 1234 5678', 'mejor por aquí'])
  expect(otro.rows[0]?.new).toMatchObject({ bloqueado: true, motivo_bloqueo: 'telefono' })
  const read = await fixture.clients.maestro.rpc('mark_messages_as_read', {
    p_chat_id: fixture.chats.cerrado,
    p_user_role: 'maestro',
  })
  expect(read.error).toBeNull()
  for (const received of [otro, mario]) {
    // The two messages are updates of the chat as well.
    await eventually(() => received.rows.at(-1)).toMatchObject({
      table: 'chats',
      eventType: 'UPDATE',
      new: { no_leidos_maestro: 0, leido_maestro_en: expect.any(String) },
    })
    const row = received.rows.at(-1)?.new
    const [kept] =
      await app.sql`select to_jsonb(c) as row from public.chats c where id = ${fixture.chats.cerrado}`
    expect(row).toEqual(kept?.row)
  }
})

test('an invalid subscription is refused with the text of Supabase, and delivers nothing', async () => {
  const mario = await connect('maestro')
  const params = (table: string, filters = '', schema = 'public') =>
    `[event: *, schema: ${schema}, table: ${table}, filters: [${filters}], select: nil]`
  const checked =
    'Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: '
  const enabled =
    'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: '
  const cases: [SubscriptionOptions, string][] = [
    [{ table: 'maestros' }, enabled + params('maestros')],
    [{ schema: 'auth', table: 'users' }, enabled + params('users', '', 'auth')],
    [
      { table: 'mensajes', filter: 'secreto=eq.1' },
      `${checked}${params('mensajes', '{"secreto", "eq", "1", false}')}. Exception: ERROR P0001 (raise_exception) invalid column for filter secreto`,
    ],
    [
      { table: 'mensajes', filter: 'chat_id=eq.nada' },
      `${checked}${params('mensajes', '{"chat_id", "eq", "nada", false}')}. Exception: ERROR 22P02 (invalid_text_representation) invalid input syntax for type uuid: "nada"`,
    ],
    [{ table: 'mensajes', filter: 'chat_id=foo.1' }, 'Error parsing `filter` params: ["foo", "1"]'],
    [{ table: 'mensajes', filter: 'undefined' }, 'Error parsing `filter` params: ["undefined"]'],
    [
      { table: 'mensajes', filter: 'chat_id=in.1,2' },
      'Error parsing `filter` params: `in` filter value must be wrapped by parentheses',
    ],
    [
      { table: 'mensajes', filter: 'chat_id=eq.1,,' },
      'Error parsing `filter` params: filter must not contain empty segments (check for extra commas)',
    ],
  ]
  for (const [subscription, message] of cases) {
    const name = `mal ${JSON.stringify(subscription)}`
    // A valid subscription in the same channel delivers nothing either.
    const received = await subscribed(listen(mario, [subscription, { table: 'chats' }], name))
    await eventually(() => received.system).toEqual([
      { extension: 'postgres_changes', status: 'error', message, channel: name },
    ])
  }
  const right = await subscribed(listen(mario, NAVBAR, 'bien'))
  await eventually(() => right.system).toEqual([
    { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL', channel: 'bien' },
  ])
})

test('with the publishable key alone a channel can be joined but gets no changes; a later token enables them', async () => {
  const holder = { token: app.services.secrets.publishableKey }
  const nobody = await connect(holder)
  const [received, mario] = [await subscribed(listen(nobody, NAVBAR)), await subscribe('maestro')]
  await sendMessage('buscador', 'propio', 'sin nadie')
  await eventually(() => contents(mario)).toEqual(['sin nadie'])
  holder.token = fixture.people.maestro.token
  await nobody.realtime.setAuth()
  await eventually(() => received.system.length).toBe(2)
  await sendMessage('buscador', 'propio', 'con Mario')
  await eventually(() => contents(received)).toEqual(['con Mario'])
  holder.token = app.services.secrets.publishableKey
  await nobody.realtime.setAuth()
  await eventually(() => received.system.length).toBe(3)
  await sendMessage('buscador', 'propio', 'otra vez nadie')
  await eventually(() => contents(mario)).toEqual(['sin nadie', 'con Mario', 'otra vez nadie'])
  expect(contents(received)).toEqual(['con Mario'])
})
