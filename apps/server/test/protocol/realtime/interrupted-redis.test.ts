import type { SupabaseClient } from '@supabase/supabase-js'
import { createClient } from 'redis'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { beforeTests, type TestApp } from '../../setup/app.ts'
import { call } from '../../setup/functions.ts'
import { contents, eventually, listen, liveClient, NAVBAR, state, subscribed } from '../../setup/live.ts'
import { makeMatrixPeople, type SignedInName } from '../../setup/rows/people.ts'
import { startNetworkProxy } from '../../setup/services/network-proxy.ts'
import { startOnRedis, startRedis, thereIsRedis } from '../../setup/services/redis.ts'

/** Two servers and one Redis. The network between the first server and Redis is interrupted. */

describe.skipIf(!thereIsRedis())('a server whose network to Redis is interrupted', () => {
  const redis = beforeTests(() => startRedis())
  const network = beforeTests(() =>
    startNetworkProxy({ host: '127.0.0.1', port: Number(new URL(redis.url).port) }),
  )
  const one = beforeTests(() => startOnRedis(`redis://127.0.0.1:${network.port}`, { LOG_LEVEL: 'debug' }))
  const other = beforeTests(() => startOnRedis(redis.url, {}, one))
  const fixture = beforeTests(() => makeMatrixPeople(one))
  const open: SupabaseClient[] = []
  const allConnected = (...apps: TestApp[]) =>
    eventually(() => apps.every(({ services }) => services.bus.connected)).toBe(true)
  const connect = async (app: TestApp, who: SignedInName) => {
    const client = await liveClient(app, fixture.people[who])
    open.push(client)
    return client
  }
  /** Through the first server. */
  const sendMessage = async (contenido: string) => {
    const sent = await call(fixture.clients.buscador, 'send-message', {
      body: { chat_id: fixture.chats.propio, tipo: 'texto', contenido },
    })
    expect(sent.status).toBe(200)
  }
  const interrupt = () => {
    network.behave('closing')
    network.cut()
    return eventually(() => one.services.bus.connected).toBe(false)
  }

  afterEach(async () => {
    network.behave('forwarding')
    await Promise.all(open.splice(0).map((client) => client.removeAllChannels()))
  })
  afterAll(async () => {
    await other.close()
    await one.close()
    network.close()
    await redis.kill()
  })

  test('makes the clients of the other servers join again when it is back, if it could not publish something', async () => {
    await allConnected(one, other)
    const there = await subscribed(listen(await connect(other, 'maestro'), NAVBAR))
    await interrupt()
    await sendMessage('sin publicar')
    // The first attempt to tell the others fails too.
    const before = one.lines.length
    await eventually(() => one.lines.slice(before).join('')).toContain('"kind":"echo"')
    network.behave('forwarding')
    await eventually(() => there.states).toContain('CHANNEL_ERROR')
    await subscribed(there)
    await allConnected(one)
    await sendMessage('publicado')
    await eventually(() => contents(there)).toEqual(['publicado'])
  })

  test('removes people who left during the interruption from the conversations of the other servers', async () => {
    await allConnected(one, other)
    const enter = async (app: TestApp, who: SignedInName) => {
      const client = await connect(app, who)
      const channel = client.channel(`chat:${fixture.chats.propio}`)
      channel.on('presence', { event: 'sync' }, () => {})
      channel.subscribe((now) => now === 'SUBSCRIBED' && void channel.track({ who }))
      const present = () =>
        Object.values(channel.presenceState())
          .flat()
          .map((entry) => ('who' in entry ? entry.who : undefined))
          .sort()
      return { client, present }
    }
    const ana = await enter(one, 'buscador')
    const mario = await enter(other, 'maestro')
    for (const { present } of [ana, mario]) await eventually(present).toEqual(['buscador', 'maestro'])
    await interrupt()
    await ana.client.removeAllChannels()
    network.behave('forwarding')
    await eventually(mario.present).toEqual(['maestro'])
  })

  test('does not interrupt clients that have joined since it lost its last event', async () => {
    await allConnected(one, other)
    const there = await subscribed(listen(await connect(other, 'maestro'), NAVBAR))
    await interrupt()
    await sendMessage('sin publicar')
    const admin = createClient({ url: redis.url })
    await admin.connect()
    // The connections of the other server: those of the first one are cut.
    await admin.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal'])
    await admin.close()
    await state(there, 'CHANNEL_ERROR')
    await subscribed(there)
    // Nobody misses a lost heartbeat.
    one.services.bus.publish({ kind: 'process', process: 'otro', gone: false })
    const before = [...there.states]
    network.behave('forwarding')
    await allConnected(one)
    await sendMessage('publicado')
    await eventually(() => contents(there)).toEqual(['publicado'])
    expect(there.states).toEqual(before)
  })

  test('connects again when its connections give no answer any more and are not closed', async () => {
    await allConnected(one, other)
    const here = await subscribed(listen(await connect(one, 'buscador'), NAVBAR))
    const there = await subscribed(listen(await connect(other, 'maestro'), NAVBAR))
    network.lose()
    await sendMessage('sin respuesta')
    for (const received of [here, there]) {
      await eventually(() => received.states).toContain('CHANNEL_ERROR')
      await subscribed(received)
    }
    await allConnected(one)
    await sendMessage('con respuesta')
    for (const received of [here, there])
      await eventually(() => contents(received)).toEqual(['con respuesta'])
  })

  test('holds a limited number of events that Redis does not answer', async () => {
    await allConnected(one, other)
    const here = await subscribed(listen(await connect(one, 'buscador'), NAVBAR))
    network.lose()
    const before = one.lines.length
    for (let no = 0; no <= 20_000; no++) {
      one.services.bus.publish({ kind: 'sessions-ended', userId: 'nadie' })
    }
    await eventually(() => one.lines.slice(before).join('')).toContain('The queue is full')
    expect(one.services.bus.connected).toBe(false)
    await state(here, 'CHANNEL_ERROR')
  })
})
