import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { beforeTests, startApp, type TestApp } from '../../setup/app.ts'
import { call } from '../../setup/functions.ts'
import { contents, eventually, listen, liveClient, NAVBAR, state, subscribed } from '../../setup/live.ts'
import { makeMatrixPeople, type SignedInName } from '../../setup/rows/people.ts'
import { startOnRedis, startRedis, thereIsRedis } from '../../setup/services/redis.ts'
import { signInAgain, signUp } from '../auth/people.ts'

/** Two servers with one database and one Redis: events of one server reach the sockets of the other. */

describe.skipIf(!thereIsRedis())('two servers and one Redis', () => {
  const redis = beforeTests(() => startRedis())
  const one = beforeTests(() => startOnRedis(redis.url))
  const other = beforeTests(() => startOnRedis(redis.url, {}, one))
  const fixture = beforeTests(() => makeMatrixPeople(one))
  const open: SupabaseClient[] = []
  const whole = (...apps: TestApp[]) =>
    eventually(() => apps.every(({ services }) => services.bus.connected)).toBe(true)
  const connect = async (app: TestApp, who: { token: string }) => {
    const client = await liveClient(app, who)
    open.push(client)
    return client
  }
  afterEach(() => Promise.all(open.splice(0).map((client) => client.removeAllChannels())))
  afterAll(async () => {
    await other.close()
    await one.close()
    await redis.kill()
  })
  /** Through the first server. */
  const sendMessage = async (who: SignedInName, contenido: string) => {
    const sent = await call(fixture.clients[who], 'send-message', {
      body: { chat_id: fixture.chats.propio, tipo: 'texto', contenido },
    })
    expect(sent.status).toBe(200)
  }

  test('a message sent through one is delivered once to the sockets of both; a sign-out closes channels at both', async () => {
    await whole(one, other)
    const here = await subscribed(listen(await connect(one, fixture.people.buscador), NAVBAR))
    const there = await subscribed(listen(await connect(other, fixture.people.maestro), NAVBAR))
    await sendMessage('buscador', 'primero')
    await sendMessage('buscador', 'segundo')
    for (const received of [here, there])
      await eventually(() => contents(received)).toEqual(['primero', 'segundo'])

    const account = await signUp(one)
    const again = await signInAgain(one, account)
    const [ending, staying] = [account, again].map(({ session }) => ({ token: session.access_token }))
    if (!ending || !staying) throw new Error('expected two clients')
    const closing = await subscribed(listen(await connect(other, ending), NAVBAR))
    const going = await subscribed(listen(await connect(other, staying), NAVBAR))
    await account.client.auth.signOut({ scope: 'local' })
    await state(closing, 'CLOSED')
    expect(going.states).toEqual(['SUBSCRIBED'])
  })

  test('broadcasts and presence reach clients of the other server, and people of a stopped server are no longer present', async () => {
    const third = await startOnRedis(redis.url, {}, one)
    await whole(third)
    const names = (channel: ReturnType<SupabaseClient['channel']>) =>
      Object.values(channel.presenceState())
        .flat()
        .map((entry) => ('nombre' in entry ? entry.nombre : undefined))
        .sort()
    const enter = async (app: TestApp, who: SignedInName, nombre: string) => {
      const channel = (await connect(app, fixture.people[who])).channel(`chat:${fixture.chats.propio}`)
      const received: unknown[] = []
      channel.on('broadcast', { event: 'escribiendo' }, ({ payload }) => received.push(payload))
      channel.on('presence', { event: 'sync' }, () => {})
      await new Promise<void>((resolve) => channel.subscribe((state) => state === 'SUBSCRIBED' && resolve()))
      await channel.track({ nombre })
      return { channel, received }
    }
    const ana = await enter(one, 'buscador', 'Ana')
    const mario = await enter(other, 'maestro', 'Mario')
    const phone = await enter(third, 'maestro', 'Mario, en el teléfono')
    for (const { channel } of [ana, mario, phone]) {
      await eventually(() => names(channel)).toEqual(['Ana', 'Mario', 'Mario, en el teléfono'])
    }
    await mario.channel.send({ type: 'broadcast', event: 'escribiendo', payload: { autor_id: 'Mario' } })
    for (const { received } of [ana, phone]) await eventually(() => received).toEqual([{ autor_id: 'Mario' }])
    expect(mario.received).toEqual([])
    await open.pop()?.removeAllChannels()
    const again = await enter(third, 'maestro', 'Mario, otra vez')
    for (const { channel } of [ana, again])
      await eventually(() => names(channel)).toContain('Mario, otra vez')
    await third.close()
    await open.pop()?.removeAllChannels()
    for (const { channel } of [ana, mario]) await eventually(() => names(channel)).toEqual(['Ana', 'Mario'])
  })

  test('after a Redis outage no message is lost; only live delivery pauses until it is back', async () => {
    const here = await subscribed(listen(await connect(one, fixture.people.buscador), NAVBAR))
    const there = await subscribed(listen(await connect(other, fixture.people.maestro), NAVBAR))
    const sinRedis = `sin Redis ${Date.now()}`
    await redis.kill()
    await state(here, 'CHANNEL_ERROR')
    await state(there, 'CHANNEL_ERROR')
    await sendMessage('buscador', sinRedis)
    const refused = listen(await connect(other, fixture.people.maestro), NAVBAR)
    await state(refused, 'CHANNEL_ERROR')
    expect(refused.reasons[0]).toBe('RealtimeRestarting: Realtime is restarting, please standby')
    await redis.start()
    await whole(one, other)
    for (const received of [here, there, refused]) await subscribed(received)
    const { data } = await fixture.clients.maestro
      .from('mensajes')
      .select('contenido')
      .eq('contenido', sinRedis)
    expect(data).toHaveLength(1)
    await sendMessage('buscador', 'con Redis')
    for (const received of [here, there, refused])
      await eventually(() => contents(received)).toEqual(['con Redis'])
  })
})

test.skipIf(!thereIsRedis())('a server stops although Redis does not answer', async () => {
  const redis = await startRedis()
  onTestFinished(redis.kill)
  const app = await startOnRedis(redis.url)
  await eventually(() => app.services.bus.connected).toBe(true)
  redis.freeze()
  await app.close()
})

test('without Redis the server starts and answers, and reports that live events are unavailable', async () => {
  const app = await startApp({ REDIS_URL: 'redis://127.0.0.1:9' })
  const person = await signUp(app)
  const received = listen(await liveClient(app, { token: person.session.access_token }), NAVBAR)
  await state(received, 'CHANNEL_ERROR')
  expect(received.reasons[0]).toMatch(/^RealtimeRestarting/)
  await received.channel.socket.removeAllChannels()
  await app.close()
})
