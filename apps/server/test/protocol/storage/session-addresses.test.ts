import { getMessages } from '@maestros/contrato/chat/get-messages'
import { operacionVerificacion } from '@maestros/contrato/operacion/operacion-verificacion'
import { beforeEach, describe, expect, test } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { call } from '../../setup/functions.ts'
import { eventually, listen, liveClientOfTest, subscribed } from '../../setup/live.ts'
import { makePair, type Pair, sent } from '../../setup/rows/chats.ts'
import { makeMaestro, signIn, signOut, suspend, type TestPerson } from '../../setup/rows/maestros.ts'
import { makeSignedInOperator } from '../../setup/rows/operators.ts'
import { blob, jpeg, SMALL } from '../../setup/rows/pictures.ts'

/** Addresses of private files end with the session that asked for them. */

const app = appForTests()
const photo = await jpeg()

let moment = 1_700_000_000_000
let pair: Pair
let name: string
beforeEach(async () => {
  pair = await makePair(app)
  name = `${pair.chat}/${++moment}.jpg`
  const { error } = await pair.ana.client.storage.from('chat-media').upload(name, blob(photo))
  expect(error).toBeNull()
})

const ENDED = { code: 'InvalidJWT', message: 'The token is not valid or has expired' }
const status = async (address: string) => (await fetch(new URL(address, app.url))).status
const answer = async (address: string) => (await fetch(new URL(address, app.url))).json()

const sendPicture = () => sent(pair.ana.client, pair.chat, name, { tipo: 'imagen' })
async function addressesFor({ client }: TestPerson): Promise<string[]> {
  const read = await call(client, 'get-messages', { body: { chat_id: pair.chat } })
  const [message] = getMessages.output.parse(read.data).messages
  return [message?.contenido ?? '', message?.miniatura ?? '']
}

describe('the addresses of a picture of a chat', () => {
  test('end with the session of their reader, and not with that of the other person', async () => {
    const { ana, luis } = pair
    const message = await sendPicture()
    const [own, theirs] = [await addressesFor(ana), await addressesFor(luis)]
    const all = [...own, ...theirs, message.contenido]
    expect(await Promise.all(all.map(status))).toEqual(all.map(() => 200))
    await signOut(app, ana)
    for (const address of [...own, message.contenido]) expect(await answer(address)).toMatchObject(ENDED)
    expect(await Promise.all(theirs.map(status))).toEqual([200, 200])
  })

  test('are the same for an hour within one session, and others in another session of the same person', async () => {
    await sendPicture()
    const own = await addressesFor(pair.ana)
    expect(await addressesFor(pair.ana)).toEqual(own)
    const elsewhere = await signIn(app, pair.ana.id)
    const others = await addressesFor(elsewhere)
    await signOut(app, pair.ana)
    expect(await answer(own[0] ?? '')).toMatchObject(ENDED)
    expect(await Promise.all(others.map(status))).toEqual([200, 200])
  })

  test('that came live end with the session of the channel', async () => {
    const { ana, luis } = pair
    const logs = await Promise.all(
      [ana, luis].map(async (person) =>
        subscribed(listen(await liveClientOfTest(app, person), [{ table: 'mensajes' }])),
      ),
    )
    await sendPicture()
    const [own, theirs] = await Promise.all(
      logs.map(async ({ rows }) => {
        await eventually(() => rows.length).toBe(1)
        return [String(rows[0]?.new.contenido), String(rows[0]?.new.miniatura)]
      }),
    )
    await signOut(app, ana)
    for (const address of own ?? []) expect(await answer(address)).toMatchObject(ENDED)
    expect(await Promise.all((theirs ?? []).map(status))).toEqual([200, 200])
  })

  test('end with a suspension', async () => {
    await sendPicture()
    const [own = ''] = await addressesFor(pair.ana)
    await suspend(app, pair.ana.id)
    expect(await answer(own)).toMatchObject(ENDED)
  })
})

test('addresses that the official client requests end with the session, and with the secret key they stay', async () => {
  const { ana } = pair
  const made = async (client: TestPerson['client']) => {
    const box = client.storage.from('chat-media')
    const one = await box.createSignedUrl(name, 600)
    const mini = await box.createSignedUrl(name, 600, { transform: SMALL })
    const many = await box.createSignedUrls([name], 600)
    return [one.data?.signedUrl ?? '', mini.data?.signedUrl ?? '', many.data?.[0]?.signedUrl ?? '']
  }
  const own = await made(ana.client)
  const ofOperator = await made(app.client(app.services.secrets.secretKey))
  expect(await Promise.all(own.map(status))).toEqual([200, 200, 200])
  await signOut(app, ana)
  for (const address of own) expect(await answer(address)).toMatchObject(ENDED)
  expect(await Promise.all(ofOperator.map(status))).toEqual([200, 200, 200])
  const stripped = (own[0] ?? '').replace(/token=[\da-f-]{36}\.[\da-f-]{36}\./, 'token=')
  expect(await answer(stripped)).toMatchObject(ENDED)
})

test('addresses of documents in the console end with the session of the operator', async () => {
  const luis = await makeMaestro(app)
  const ine = `ine_${luis.id}_${++moment}.jpg`
  expect((await luis.client.storage.from('chat-media').upload(ine, blob(photo))).error).toBeNull()
  await app.sql`update public.maestros set ine_url = ${ine} where id = ${luis.id}`
  const operator = await makeSignedInOperator(app)
  const seen = await call(operator.client, 'operacion-verificacion', { body: { maestro_id: luis.id } })
  const url = operacionVerificacion.output.parse(seen.data).documentos[0]?.url ?? ''
  expect(await status(url)).toBe(200)
  await app.sql`delete from auth.sessions where id = ${operator.sessionId}`
  expect(await answer(url)).toMatchObject(ENDED)
})
