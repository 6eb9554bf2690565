import { eliminarMensaje } from '@maestros/contrato/chat/eliminar-mensaje'
import { push } from '@maestros/dominio/avisos/textos-de-push'
import { NOTA_DE_VOZ } from '@maestros/dominio/limites'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { describe, expect, test } from 'vitest'
import { sweep } from '../../src/protocol/storage/sweep.ts'
import { avisoOf, readPending } from '../../src/subjects/avisos/pending-push.ts'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { appForTests } from '../setup/app.ts'
import { call, refusal } from '../setup/functions.ts'
import { SOUND, sendVoice, uploadVoice } from '../setup/rows/audio.ts'
import { makePair, messagesOf, type Pair, published, send } from '../setup/rows/chats.ts'
import { unusedSinceOf } from '../setup/rows/documents.ts'
import { unlockContacto } from '../setup/rows/maestros.ts'
import { makeOperator, operate } from '../setup/rows/operators.ts'
import { exportOf } from '../setup/rows/own-data.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { report } from '../setup/rows/tickets-and-reports.ts'

/** Voice notes as messages: after the unlock, with duration and drawing, and everything that pictures can do. */

const app = appForTests()

async function makeOpenPair(): Promise<Pair> {
  const pair = await makePair(app)
  await unlockContacto(app, { maestro: pair.luis.id, buscador: pair.ana.id })
  return pair
}

const unusedSince = unusedSinceOf(app)
const nameIn = (contenido: string) => /chat-media\/([^?]+)/.exec(contenido)?.[1] ?? ''

describe('a voice note', () => {
  test('reaches both people with its duration and drawing, live and in the page, and is the preview of the inbox', async () => {
    const { ana, luis, chat } = await makeOpenPair()
    const changes = await published(app, async () => {
      expect(await sendVoice(luis, chat)).toMatchObject({ tipo: 'audio', ...SOUND, miniatura: null })
    })
    const live = changes.find((change) => 'table' in change && change.table === 'mensajes')
    expect(live).toMatchObject({ record: { tipo: 'audio', ...SOUND }, readers: [ana.id, luis.id] })
    for (const person of [ana, luis]) {
      const [message] = await messagesOf(person, chat)
      expect(message).toMatchObject({ tipo: 'audio', ...SOUND })
      expect((await fetch(app.url + message?.contenido)).status).toBe(200)
    }
    expect((await call(ana.client, 'get-chats', { body: {} })).data).toMatchObject({
      chats: [{ unread_count: 1, last_message: { tipo: 'audio', contenido: '' } }],
    })
  })

  test('is refused with a sentence for both people until the contact is unlocked, and accepted afterwards', async () => {
    const { ana, luis, chat } = await makePair(app)
    for (const person of [ana, luis]) {
      const name = await uploadVoice(person, chat)
      expect(await send(person.client, chat, name, { tipo: 'audio', ...SOUND })).toMatchObject(
        refusal('FORBIDDEN', textos.notaDeVozSinContacto),
      )
    }
    expect(await messagesOf(luis, chat)).toEqual([])
    await unlockContacto(app, { maestro: luis.id, buscador: ana.id })
    for (const person of [ana, luis]) expect((await sendVoice(person, chat)).bloqueado).toBe(false)
  })

  test('cannot be sent as a picture, which needs no unlocked contact, and a picture is no voice note', async () => {
    const { ana, chat } = await makePair(app)
    const voice = await uploadVoice(ana, chat)
    expect((await send(ana.client, chat, voice, { tipo: 'imagen' })).status).toBe(400)
    const open = await makeOpenPair()
    const picture = `${open.chat}/1.jpg`
    await open.ana.client.storage.from('chat-media').upload(picture, blob(await jpeg()))
    const asVoice = await send(open.ana.client, open.chat, picture, { tipo: 'audio', ...SOUND })
    expect(asVoice.status).toBe(400)
  })

  const { duracion_ms, picos } = SOUND
  const WRONG: [string, object][] = [
    ['without a duration', { picos }],
    ['without a drawing', { duracion_ms }],
    ['with a duration of 0', { duracion_ms: 0, picos }],
    ['that is too long', { duracion_ms: NOTA_DE_VOZ.maxMs + 1, picos }],
    ['with half a millisecond', { duracion_ms: 1.5, picos }],
    ['with a value too few in its drawing', { duracion_ms, picos: picos.slice(1) }],
    ['with a value too many in its drawing', { duracion_ms, picos: [...picos, 1] }],
    ['with a value above 100', { duracion_ms, picos: picos.with(3, 101) }],
    ['with a negative value', { duracion_ms, picos: picos.with(3, -1) }],
    ['with a value that is no number', { duracion_ms, picos: picos.map(String) }],
  ]
  test('with a wrong duration or drawing is refused', async () => {
    const { ana, chat } = await makeOpenPair()
    const name = await uploadVoice(ana, chat)
    for (const [what, sound] of WRONG) {
      const { status, code } = await send(ana.client, chat, name, { tipo: 'audio', ...sound })
      expect([what, status, code]).toEqual([what, 400, 'INVALID_INPUT'])
    }
  })

  test('alone has a duration and a drawing: a text or a picture with them is refused', async () => {
    const { ana, chat } = await makeOpenPair()
    expect((await send(ana.client, chat, 'Hola', { duracion_ms })).status).toBe(400)
    const picture = `${chat}/1.jpg`
    await ana.client.storage.from('chat-media').upload(picture, blob(await jpeg()))
    expect((await send(ana.client, chat, picture, { tipo: 'imagen', ...SOUND })).status).toBe(400)
  })

  const insert = (
    { ana, chat }: Pair,
    tipo: string,
    values: { duracion_ms: number | null; picos: (number | null)[] | null },
  ) =>
    app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido, duracion_ms, picos)
      values (${chat}, ${ana.id}, ${tipo}, 'x', ${values.duracion_ms},
        ${values.picos === null ? null : `{${values.picos.map((one) => one ?? 'null').join()}}`}::smallint[])`

  test('has in the database what the product says, whoever writes it', async () => {
    const pair = await makeOpenPair()
    const refused: [string, Parameters<typeof insert>[2], RegExp][] = [
      ['audio', { duracion_ms: null, picos: null }, /have_duration_and_peaks/],
      ['audio', { duracion_ms, picos: null }, /have_duration_and_peaks/],
      ['texto', { duracion_ms, picos }, /have_duration_and_peaks/],
      ['audio', { duracion_ms: 0, picos }, /duracion_ms_check/],
      ['audio', { duracion_ms: NOTA_DE_VOZ.maxMs + 1, picos }, /duracion_ms_check/],
      ['audio', { duracion_ms, picos: picos.slice(1) }, /picos_check/],
      ['audio', { duracion_ms, picos: picos.with(0, 101) }, /picos_check/],
      ['audio', { duracion_ms, picos: picos.with(0, -1) }, /picos_check/],
      ['audio', { duracion_ms, picos: [null, ...picos.slice(1)] }, /picos_check/],
    ]
    for (const [tipo, values, constraint] of refused) {
      await expect(insert(pair, tipo, values), JSON.stringify(values)).rejects.toThrow(constraint)
    }
    await insert(pair, 'audio', { duracion_ms: NOTA_DE_VOZ.maxMs, picos: picos.fill(100) })
  })

  test('counts as having talked, so that the seeker may write a review', async () => {
    const { ana, luis, chat } = await makeOpenPair()
    const mayReview = async () =>
      (await app.sql`select interno.impedimento_de_resena(${ana.id}, ${luis.id}, 14) as reason`)[0]?.reason
    expect(await mayReview()).toBe('sin_mensaje')
    await sendVoice(ana, chat)
    expect(await mayReview()).toBe('sin_respuesta')
    await sendVoice(luis, chat)
    expect(await mayReview()).toBeNull()
  })

  test('appears in a push notification as a voice note', async () => {
    const { ana, luis, chat } = await makeOpenPair()
    await sendVoice(ana, chat)
    const [row] = await app.sql<{ id: string }[]>`
      insert into interno.suscripciones_push (user_id, session_id, endpoint, p256dh, auth, navegador)
      select ${luis.id}, s.id, 'https://push.example/1', ${'p'.repeat(87)}, ${'a'.repeat(22)}, 'Chrome'
      from auth.sessions s where s.user_id = ${luis.id} limit 1 returning id`
    const pending = await readPending(app.sql, row!.id, chat)
    expect(avisoOf(pending)?.cuerpo).toBe(push.notificacion.audio)
  })
})

describe('a voice note that is deleted', () => {
  test('loses its sound, duration and drawing for both people, and its signed address ends at once', async () => {
    const { ana, luis, chat } = await makeOpenPair()
    const voice = await sendVoice(ana, chat)
    const name = nameIn(voice.contenido)
    expect(await unusedSince(name)).toBeNull()
    const { data } = await call(ana.client, 'eliminar-mensaje', { body: { mensaje_id: voice.id } })
    const gone = { contenido: '', duracion_ms: null, picos: null, eliminado_en: expect.any(String) }
    expect(eliminarMensaje.output.parse(data).message).toMatchObject(gone)
    expect(await messagesOf(luis, chat)).toMatchObject([gone])
    expect((await luis.client.storage.from('chat-media').download(name)).error).not.toBeNull()
    expect(await unusedSince(name)).toBeUndefined()
    expect((await fetch(app.url + voice.contenido)).status).toBe(400)
  })

  test('keeps its file while it is evidence of a report, and operators can listen to it', async () => {
    const { ana, luis, chat } = await makeOpenPair()
    const olga = await makeOperator(app)
    const voice = await sendVoice(luis, chat)
    expect((await report(ana, luis.id, { chat_id: chat, mensajes: [voice.id] })).status).toBe(200)
    await call(luis.client, 'eliminar-mensaje', { body: { mensaje_id: voice.id } })
    expect(await unusedSince(nameIn(voice.contenido))).toBeNull()
    const [kept] = await app.sql<
      { id: string }[]
    >`select id from interno.reportes where reportante_id = ${ana.id}`
    const shown = await operate(app, 'reports', 'show', String(kept?.id), '--as', olga.email)
    expect(shown.out).toContain(`[nota de voz ${nameIn(voice.contenido)}]`)
    const heard = await fetch(/\] (http\S+)/.exec(shown.out)?.[1] ?? '')
    expect([heard.status, heard.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^audio\//),
    ])
  })
})

test('a voice note that was never sent is removed a day later, and one that was sent stays', async () => {
  const { ana, chat } = await makeOpenPair()
  const unsent = await uploadVoice(ana, chat)
  const kept = nameIn((await sendVoice(ana, chat)).contenido)
  await app.sql`update storage.objects set unused_since = unused_since - interval '25 hours'`
  await sweep(app.services)
  expect(await unusedSince(unsent)).toBeUndefined()
  expect(await unusedSince(kept)).toBeNull()
})

test('erasing an account removes its voice notes, and leaves those of the other person', async () => {
  const { ana, luis, chat } = await makeOpenPair()
  const [hers, his] = [await sendVoice(ana, chat), await sendVoice(luis, chat)]
  await eraseAccount(app.services, ana.id)
  expect(await messagesOf(luis, chat)).toMatchObject([
    { tipo: 'audio', contenido: '', duracion_ms: null, picos: null },
    { tipo: 'audio', ...SOUND },
  ])
  expect((await fetch(app.url + hers.contenido)).status).toBe(400)
  expect((await fetch(app.url + his.contenido)).status).toBe(200)
})

test('an export has the own voice notes, and says where one of the other person was', async () => {
  const { ana, luis, chat } = await makeOpenPair()
  const own = nameIn((await sendVoice(ana, chat)).contenido)
  const other = nameIn((await sendVoice(luis, chat)).contenido)
  const deleted = await sendVoice(ana, chat)
  await call(ana.client, 'eliminar-mensaje', { body: { mensaje_id: deleted.id } })
  const entries = await exportOf(app, ana)
  const file = `notas-de-voz/chat-media/${own}`
  expect(entries.get(file)?.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
  const page = entries.get('conversaciones/0001.html')!.toString()
  expect(page).toContain(`<audio controls preload="none" src="../${file}"`)
  expect(page).toContain('[nota de voz de la otra persona]')
  expect(page).toContain('Mensaje eliminado')
  expect([...entries.keys()].join()).not.toContain(other)
  expect(entries.get('index.html')!.toString()).toContain('Tus notas de voz')
  const { mensajes } = JSON.parse(entries.get('datos/conversaciones/0001.json')!.toString())
  expect(mensajes).toMatchObject([
    { tipo: 'audio', contenido: file, duracion_ms: SOUND.duracion_ms },
    { tipo: 'audio', contenido: null },
    { tipo: 'audio', contenido: null, duracion_ms: null },
  ])
})
