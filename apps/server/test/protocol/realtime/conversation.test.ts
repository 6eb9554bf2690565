import type { RealtimeChannel } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { eventually, liveClientOfTest, rawSocket, VERSIONS, type Vsn } from '../../setup/live.ts'
import { makeMatrixPeople, type SignedInName } from '../../setup/rows/people.ts'
import { broadcastRequest } from './requests.ts'

/** Broadcasts and presence between the two people of a conversation. */

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))

interface Joined {
  channel: RealtimeChannel
  received: unknown[]
  states: string[]
}

async function join(
  who: SignedInName,
  options: { vsn?: Vsn; config?: object; name?: string; presence?: boolean } = {},
): Promise<Joined> {
  const client = await liveClientOfTest(app, fixture.people[who], options.vsn)
  const name = options.name ?? `chat:${fixture.chats.propio}`
  const channel = client.channel(name, { config: { broadcast: { ack: true }, ...options.config } })
  const joined: Joined = { channel, received: [], states: [] }
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => joined.received.push([event, payload]))
  if (options.presence) channel.on('presence', { event: 'sync' }, () => {})
  channel.subscribe((state) => joined.states.push(state))
  await eventually(() => joined.states.length).toBeGreaterThan(0)
  return joined
}
const broadcast = (joined: Joined, event: string, payload: unknown) =>
  joined.channel.send({ type: 'broadcast', event, payload })
const present = ({ channel }: Joined) =>
  Object.values(channel.presenceState())
    .flat()
    .map((one) => ('nombre' in one ? one.nombre : undefined))
    .sort()

describe.each(VERSIONS)('with protocol %s', (vsn) => {
  test('a broadcast reaches the other person in both protocol versions, and the sender only on request', async () => {
    const [ana, mario, old] = await Promise.all([
      join('buscador', { vsn }),
      join('maestro', { vsn, config: { broadcast: { ack: true, self: true } } }),
      join('maestro', { vsn: '1.0.0' }),
    ])
    expect(await broadcast(ana, 'escribiendo', { autor_id: 'Ana', eñe: '✓' })).toBe('ok')
    expect(await broadcast(mario, 'escribiendo', { autor_id: 'Mario' })).toBe('ok')
    const [fromAna, fromMario] = [
      ['escribiendo', { autor_id: 'Ana', eñe: '✓' }],
      ['escribiendo', { autor_id: 'Mario' }],
    ]
    await eventually(() => old.received).toEqual([fromAna, fromMario])
    await eventually(() => mario.received).toEqual([fromAna, fromMario])
    await eventually(() => ana.received).toEqual([fromMario])
  })

  test('each person sees who is present, with their state, and who has left', async () => {
    const [ana, mario] = await Promise.all(
      (['buscador', 'maestro'] as const).map((who) => join(who, { vsn, presence: true })),
    )
    if (!ana || !mario) throw new Error('expected two clients')
    expect(await ana.channel.track({ nombre: 'Ana' })).toBe('ok')
    expect(await mario.channel.track({ nombre: 'Mario', phx_ref: 'mentira' })).toBe('ok')
    for (const one of [ana, mario]) await eventually(() => present(one)).toEqual(['Ana', 'Mario'])
    expect(await mario.channel.track({ nombre: 'Don Mario' })).toBe('ok')
    for (const one of [ana, mario]) await eventually(() => present(one)).toEqual(['Ana', 'Don Mario'])
    const late = await join('maestro', { vsn, presence: true })
    await eventually(() => present(late)).toEqual(['Ana', 'Don Mario'])
    expect(await ana.channel.untrack()).toBe('ok')
    for (const one of [ana, mario, late]) await eventually(() => present(one)).toEqual(['Don Mario'])
    await mario.channel.unsubscribe()
    for (const one of [ana, late]) await eventually(() => present(one)).toEqual([])
  })
})

test('a person connected to another process is present until they leave or the process ends', async () => {
  const ana = await join('buscador', { presence: true })
  const topic = `realtime:chat:${fixture.chats.propio}`
  const entry = (nombre: string) => ({ key: nombre, ref: nombre, meta: { nombre } })
  const publishPresence = (joins: string[], leaves: string[]) =>
    app.services.bus.publish({ kind: 'presence', process: 'otro', topic, joins: joins.map(entry), leaves })
  publishPresence(['Mario', 'Don Mario'], [])
  await eventually(() => present(ana)).toEqual(['Don Mario', 'Mario'])
  // Sent again, as in the answer to a state request, it changes nothing.
  publishPresence(['Mario'], ['Don Mario', 'nadie'])
  await eventually(() => present(ana)).toEqual(['Mario'])
  app.services.bus.publish({ kind: 'process', process: 'otro', gone: true })
  await eventually(() => present(ana)).toEqual([])
})

test('a binary broadcast reaches the clients whose protocol supports it', async () => {
  const [ana, mario, old] = [
    await join('buscador'),
    await join('maestro'),
    await join('maestro', { vsn: '1.0.0' }),
  ]
  expect(await broadcast(ana, 'bytes', new Uint8Array([1, 2, 3]).buffer)).toBe('ok')
  expect(await broadcast(ana, 'texto', { fin: true })).toBe('ok')
  await eventually(() => mario.received.length).toBe(2)
  const [[, bytes]] = mario.received as [[string, ArrayBuffer]]
  expect([...new Uint8Array(bytes)]).toEqual([1, 2, 3])
  await eventually(() => old.received).toEqual([['texto', { fin: true }]])
})

test('a broadcast over HTTP without joining is accepted from the two people of the chat only', async () => {
  const mario = await join('maestro')
  const send = async (who: SignedInName, name: string) => {
    const client = await liveClientOfTest(app, fixture.people[who])
    return client
      .channel(name)
      .httpSend('aviso', { de: who })
      .then(
        () => 'ok',
        (error: Error) => error.message,
      )
  }
  const name = `chat:${fixture.chats.propio}`
  const refused = (name: string) => `You do not have permissions to read from this Channel topic: ${name}`
  expect(await send('otroMaestro', name)).toBe(refused(name))
  expect(await send('buscador', 'plaza')).toMatch(/permissions to write/)
  expect(await send('buscador', name)).toBe('ok')
  await eventually(() => mario.received).toEqual([['aviso', { de: 'buscador' }]])
  const messages = [{ topic: name, event: 'lote', payload: { n: 1 }, private: true }]
  const { buscador } = fixture.people
  expect((await broadcastRequest(app, { messages })).status).toBe(403)
  expect((await broadcastRequest(app, { messages }, { token: 'nada' })).status).toBe(401)
  expect((await broadcastRequest(app, { messages: 'x' }, buscador)).status).toBe(422)
  expect((await broadcastRequest(app, { messages }, buscador)).status).toBe(202)
  await eventually(() => mario.received.length).toBe(2)
  expect(mario.received[1]).toEqual(['lote', { n: 1 }])
})

test('a broadcast or a presence state that is too large is refused', async () => {
  const ana = await join('buscador', { presence: true })
  expect(await broadcast(ana, 'grande', { texto: 'x'.repeat(70_000) })).toBe('error')
  const raw = await rawSocket(app)
  raw.join(`chat:${fixture.chats.propio}`, fixture.people.buscador, {})
  await raw.answer('1')
  const track = { type: 'presence', event: 'track', payload: { texto: 'x'.repeat(5000) } }
  raw.send('1', '2', `realtime:chat:${fixture.chats.propio}`, 'presence', track)
  const closed = ['1', '1', `realtime:chat:${fixture.chats.propio}`, 'phx_close', {}]
  await eventually(() => raw.frames).toContainEqual(closed)
  expect(JSON.stringify(raw.frames)).toContain('Track message size exceeded')
  raw.socket.close()
})
