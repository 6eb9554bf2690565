import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { get, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { misDatos } from '@maestros/contrato/cuenta/mis-datos'
import { CAMPOS_DE_EXPORTACION, exportacion } from '@maestros/dominio/cuenta/textos-de-exportacion'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { unzipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { sealedStore } from '../../src/platform/objects/sealed.ts'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { SECTIONS } from '../../src/subjects/cuenta/export/sections.ts'
import { type Account, signUp } from '../protocol/auth/people.ts'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { makePair, sent } from '../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, type TestPerson, unlockContacto } from '../setup/rows/maestros.ts'
import { makeOperator, operate } from '../setup/rows/operators.ts'
import { exportOf, filesIn } from '../setup/rows/own-data.ts'
import { blob, jpeg, noisyJpeg } from '../setup/rows/pictures.ts'
import { report, ticketOf } from '../setup/rows/tickets-and-reports.ts'
import { openFiles } from '../setup/services/open-files.ts'

const app = appForTests()

const stateOf = async ({ client }: Pick<TestPerson, 'client'>) =>
  misDatos.output.parse((await call(client, 'mis-datos')).data)
const ask = ({ client }: Pick<TestPerson, 'client'>) => call(client, 'exportar-datos', { body: {} })
const textOf = (entries: Map<string, Buffer>) =>
  [...entries]
    .filter(([name]) => /\.(html|json)$/.test(name))
    .map(([, bytes]) => bytes.toString())
    .join('\n')
const due = (where: TestPerson, hours: number) =>
  app.sql`
    update interno.exportaciones set pedida_en = pedida_en - make_interval(hours => ${hours}),
      vence_en = vence_en - make_interval(hours => ${hours})
    where cuenta_id = ${where.id}`

test('an export has readable pages, the same data as JSON and the own pictures', async () => {
  const { ana, luis, chat } = await makePair(app)
  const picture = await jpeg(80, 60)
  await ana.client.storage.from('chat-media').upload(`${chat}/1.jpg`, blob(picture))
  await call(ana.client, 'send-message', {
    body: { chat_id: chat, tipo: 'imagen', contenido: `${chat}/1.jpg` },
  })
  await sent(ana.client, chat, 'Se rompió <b>el tubo</b> & ya')
  await sent(luis.client, chat, 'Voy mañana')
  const entries = await exportOf(app, ana)
  const names = [...entries.keys()]
  expect(names).toEqual(
    expect.arrayContaining([
      'index.html',
      'datos/datos.json',
      'conversaciones/0001.html',
      'datos/conversaciones/0001.json',
      `imagenes/chat-media/${chat}/1.jpg`,
    ]),
  )
  const page = entries.get('conversaciones/0001.html')!.toString()
  expect(page).toContain('Se rompió &lt;b&gt;el tubo&lt;/b&gt; &amp; ya')
  expect(page).toContain('Voy mañana')
  expect(page).toContain(`../imagenes/chat-media/${chat}/1.jpg`)
  expect(entries.get(`imagenes/chat-media/${chat}/1.jpg`)!.subarray(0, 2).toString('hex')).toBe('ffd8')
  const json = JSON.parse(entries.get('datos/conversaciones/0001.json')!.toString())
  expect(json.mensajes.map(({ contenido }: { contenido: string }) => contenido)).toEqual([
    `imagenes/chat-media/${chat}/1.jpg`,
    'Se rompió <b>el tubo</b> & ya',
    'Voy mañana',
  ])
  const { cuenta } = JSON.parse(entries.get('datos/datos.json')!.toString())
  expect(cuenta).toMatchObject([{ nombre: 'Ana', apellido: 'Ruiz', rol: 'buscador' }])
  const index = entries.get('index.html')!.toString()
  expect(index).toContain(exportacion.titulo)
  expect(index).not.toMatch(/https?:\/\/|<script/)
})

test('each column of an export has a name in plain Spanish', async () => {
  for (const { name, read } of SECTIONS) {
    const { columns } = await read(app.sql, '00000000-0000-4000-8000-000000000000').describe()
    const unnamed = columns.map((column) => column.name).filter((column) => !CAMPOS_DE_EXPORTACION[column])
    expect(unnamed, name).toEqual([])
  }
})

test('the page of an export shows words and times of 24 hours instead of codes, and an unlocked contact whole', async () => {
  const { ana, luis } = await makePair(app)
  await unlockContacto(app, { maestro: luis.id, buscador: ana.id })
  await app.sql`
    update public.accesos_contacto set motivo = 'pedir_cotizacion', creado_en = '2026-03-04T21:05:00Z'
    where buscador_id = ${ana.id}`
  const index = (await exportOf(app, ana)).get('index.html')!.toString()
  expect(index).toContain('<dt>Motivo</dt><dd>Pedir una cotización</dd>')
  expect(index).toMatch(/<dt>Fecha<\/dt><dd>4 de marzo de 2026[^<]*15:05<\/dd>/)
  expect(index).toContain('<dt>Tipo de cuenta</dt><dd>Buscador</dd>')
  expect(index).not.toMatch(/pedir_cotizacion|contacto_accedido|<dt>[^<]*_/)
  expect(index).toContain(luis.telefono)
  expect(index).toContain(luis.apellido)
  await app.sql`update public.maestros set activo_en = '2026-03-04' where id = ${luis.id}`
  const own = (await exportOf(app, luis)).get('index.html')!.toString()
  expect(own, 'a day without a time').toContain('<dt>Última actividad</dt><dd>2026-03-04</dd>')
})

test('a deleted message is named as such, with the time of its deletion', async () => {
  const { ana, chat } = await makePair(app)
  const { id } = await sent(ana.client, chat, 'Esto no iba aquí')
  expect((await call(ana.client, 'eliminar-mensaje', { body: { mensaje_id: id } })).status).toBe(200)
  await app.sql`update public.mensajes set eliminado_en = '2026-03-04T18:05:00Z' where id = ${id}`
  const entries = await exportOf(app, ana)
  const page = entries.get('conversaciones/0001.html')!.toString()
  expect(page).toMatch(/eliminado el 4 de marzo de 2026[^<]*12:05[^<]*<\/small>Mensaje eliminado</)
  const { mensajes } = JSON.parse(entries.get('datos/conversaciones/0001.json')!.toString())
  expect(mensajes).toMatchObject([{ contenido: null, eliminado_en: '2026-03-04T18:05:00.000Z' }])
  expect(textOf(entries)).not.toContain('Esto no iba aquí')
})

test.each(['an erased maestro', 'an erased maestro whose contact was unlocked', 'an erased seeker'])(
  'a conversation with %s has words for an erased account in place of the name',
  async (who) => {
    const { ana, luis, chat } = await makePair(app)
    if (who.endsWith('unlocked')) await unlockContacto(app, { maestro: luis.id, buscador: ana.id })
    const [reader, gone] = who === 'an erased seeker' ? [luis, ana] : [ana, luis]
    await sent(gone.client, chat, 'Buenas tardes')
    await eraseAccount(app.services, gone.id)
    const entries = await exportOf(app, reader)
    const title = exportacion.conversacionCon(exportacion.personaEliminada)
    expect(entries.get('index.html')!.toString()).toContain(title)
    const page = entries.get('conversaciones/0001.html')!.toString()
    expect(page).toContain(`<h1>${title}</h1>`)
    expect(page).toContain(`<small>${exportacion.personaEliminada} `)
    expect(JSON.parse(entries.get('datos/conversaciones/0001.json')!.toString())).toMatchObject({
      conversacion: { con: null },
    })
  },
)

test('an export has the tickets with their state, pictures and answers', async () => {
  const [ana, olga] = [await makeBuscador(app), await makeOperator(app)]
  await ana.client.storage.from('support-tickets').upload('captura.jpg', blob(await jpeg(80, 60)))
  const ticket = await ticketOf(ana, { imagenes_url: ['captura.jpg'] })
  await operate(app, 'tickets', 'answer', ticket, '--text', 'Ya quedó, Ana.', '--as', olga.email)
  const entries = await exportOf(app, ana)
  const picture = `imagenes/support-tickets/${ana.id}/captura.jpg`
  expect(entries.has(picture)).toBe(true)
  expect(JSON.parse(entries.get('datos/datos.json')!.toString()).tickets).toMatchObject([
    {
      nombre: 'Ana Ruiz',
      correo: 'formulario@example.com',
      mensaje: 'No puedo entrar al chat',
      estado: 'en_proceso',
      imagenes: [picture],
      respuestas: ['Ya quedó, Ana.'],
    },
  ])
  const index = entries.get('index.html')!.toString()
  expect(index).toContain('<dd>Ya quedó, Ana.</dd>')
  expect(index).toContain(`src="${picture}"`)
  expect(textOf(entries)).not.toContain(olga.email)
})

test('the export of a maestro has no review of a suspended seeker', async () => {
  const [luis, ana, eva] = [await makeMaestro(app), await makeBuscador(app), await makeBuscador(app)]
  await app.sql`
    insert into public.resenas (maestro_id, buscador_id, puntuacion, comentario, trabajo_realizado)
    values (${luis.id}, ${ana.id}, 1, 'Una reseña de una cuenta suspendida', true),
      (${luis.id}, ${eva.id}, 5, 'Una reseña que todos pueden leer', true)`
  await app.sql`update public.profiles set suspendido_en = now() where id = ${ana.id}`
  const text = textOf(await exportOf(app, luis))
  expect(text).toContain('Una reseña que todos pueden leer')
  expect(text).not.toContain('Una reseña de una cuenta suspendida')
})

test('an export has only what the person may see', async () => {
  const { ana, luis, chat } = await makePair(app)
  await sent(luis.client, chat, 'Mi correo es luis@secreto.mx')
  await sent(ana.client, chat, 'Mi correo es ana@secreto.mx')
  await report(luis, ana.id, { texto: 'Un reporte que Ana no debe leer', bloquear: true })
  const text = textOf(await exportOf(app, ana))
  // The export contains her blocked message, but not his.
  expect(text).toContain('ana@secreto.mx')
  expect(text).not.toContain('luis@secreto.mx')
  expect(text).not.toContain(luis.telefono)
  expect(text).not.toContain(luis.apellido)
  expect(text).not.toContain('Un reporte que Ana no debe leer')
  const his = textOf(await exportOf(app, luis))
  expect(his).toContain(luis.telefono)
  expect(his).toContain('Un reporte que Ana no debe leer')
  expect(his).not.toContain('ana@secreto.mx')
})

test('an export has the choices of notices, the alerts and the availability', async () => {
  const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
  for (const { client, id } of [ana, luis])
    await client.from('preferencias_avisos').upsert({ user_id: id, correo_mensajes: false })
  const place = { alcaldia: 'Milpa Alta', oficio: 'Mudanzas' }
  expect((await call(ana.client, 'avisame', { body: { ...place, activo: true } })).status).toBe(200)
  const { status } = await call(luis.client, 'cambiar-disponibilidad', { body: { estado: 'disponible' } })
  expect(status).toBe(200)
  await app.sql`select interno.anotar_en_linea(${[ana.id]}::uuid[])`
  const dataOf = async (person: TestPerson) =>
    JSON.parse((await exportOf(app, person)).get('datos/datos.json')!.toString())
  expect(await dataOf(ana)).toMatchObject({
    preferencias_de_avisos: [{ correo_mensajes: false, correo_busquedas: true, push_con_texto: false }],
    avisos_de_busqueda: [place],
    disponibilidad: [],
    estado_de_avisos: [{ ultima_conexion: expect.any(String), correos_rechazados: null }],
  })
  expect(await dataOf(luis)).toMatchObject({
    preferencias_de_avisos: [{ correo_mensajes: false }],
    avisos_de_busqueda: [],
    disponibilidad: [{ disponible_el: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), pausa_hasta: null }],
  })
})

test('an export with an identity document is never plain on disk, and is downloaded in any part', async () => {
  const { DATA_DIR } = app.services.config
  const luis = await makeMaestro(app)
  const name = `ine_${luis.id}_1700000000001.jpg`
  const { error } = await luis.client.storage.from('chat-media').upload(name, blob(await noisyJpeg(900, 700)))
  expect(error).toBeNull()
  const { data } = await luis.client.storage.from('chat-media').download(name)
  const ine = Buffer.from(await data!.arrayBuffer())
  expect(ine.length).toBeGreaterThan(3 * 65_536)
  const prepared: Buffer[] = []
  const { writeFile: write } = app.services.objects
  vi.spyOn(app.services.objects, 'writeFile').mockImplementationOnce(async (path, file) => {
    prepared.push(await readFile(file))
    await write(path, file)
  })
  await ask(luis)
  await app.runJobs()
  const stored = [
    ...(await filesIn(join(DATA_DIR, 'objects'))),
    ...(await filesIn(join(DATA_DIR, 'exports'))),
  ]
  const files = [...stored.map(([, bytes]) => bytes), ...prepared]
  expect(prepared).toHaveLength(1)
  for (const bytes of files) {
    expect(bytes.includes(ine.subarray(1000, 1064))).toBe(false)
    expect(bytes.includes('datos/datos.json')).toBe(false)
  }
  const { exportacion: made } = await stateOf(luis)
  const url = `${app.url}${made!.enlace}`
  const answer = await fetch(url)
  const whole = Buffer.from(await answer.arrayBuffer())
  expect(whole.length).toBe(made!.tamano)
  expect(Buffer.from(unzipSync(new Uint8Array(whole))[`imagenes/chat-media/${name}`]!)).toEqual(ine)
  for (const [start, end] of [
    [65_530, 65_540],
    [65_536, 131_071],
    [100, 200_000],
    [whole.length - 5, whole.length - 1],
  ] as const) {
    const part = await fetch(url, { headers: { range: `bytes=${start}-${end}` } })
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${whole.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true)
  }
  const [object] = await app.sql<{ key: string }[]>`
    select key from storage.objects where owner = ${luis.id} and name like 'exportaciones/%'`
  const file = join(DATA_DIR, 'objects', object!.key)
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, -1))
  await expect(fetch(url).then((cut) => cut.arrayBuffer())).rejects.toThrow()
  expect((await fetch(url, { headers: { range: 'bytes=-5' } })).status).toBe(500)
  expect(app.takeErrors().join()).toContain('damaged')
})

test('a download of an export that is aborted before its first byte leaves no file open', async () => {
  const ana = await makeBuscador(app)
  await ask(ana)
  await app.runJobs()
  const [object] = await app.sql<{ key: string }[]>`
    select key from storage.objects where owner = ${ana.id} and name like 'exportaciones/%'`
  const { exportacion: made } = await stateOf(ana)
  const responses: ServerResponse[] = []
  const watch = (message: unknown) => responses.push((message as { response: ServerResponse }).response)
  subscribe('http.server.request.start', watch)
  const request = get(`${app.url}${made!.enlace}`)
  request.on('error', () => {})
  const { stream } = app.services.objects
  const opened: Promise<Readable | undefined>[] = []
  vi.spyOn(app.services.objects, 'stream').mockImplementationOnce(async (...given) => {
    request.destroy()
    await once(responses[0]!, 'close')
    opened.push(stream(...given))
    return opened[0]
  })
  await expect.poll(() => opened).toHaveLength(1)
  unsubscribe('http.server.request.start', watch)
  const wrapper = await opened[0]!
  if (!wrapper!.closed) await once(wrapper!, 'close')
  await expect.poll(() => openFiles(object!.key)).toEqual([])
})

test('HEAD of an export has the headers of GET and does not open the file', async () => {
  const ana = await makeBuscador(app)
  await ask(ana)
  await app.runJobs()
  const { exportacion: made } = await stateOf(ana)
  const opened = vi.spyOn(app.services.objects, 'stream')
  const headersOf = async (method: string, range: Record<string, string>) => {
    const answer = await fetch(`${app.url}${made!.enlace}`, { method, headers: range })
    await answer.arrayBuffer()
    const names = ['content-length', 'content-range', 'content-type', 'etag', 'content-disposition']
    return [answer.status, ...names.map((name) => answer.headers.get(name))]
  }
  try {
    for (const range of [{}, { range: 'bytes=4-9' }]) {
      const head = await headersOf('HEAD', range)
      expect(opened).not.toHaveBeenCalled()
      expect(head).toEqual(await headersOf('GET', range))
      opened.mockClear()
    }
  } finally {
    opened.mockRestore()
  }
})

test('a document that cannot be decrypted is left out of an export, which says so and has all other files', async () => {
  const luis = await makeMaestro(app)
  const [ine, photo] = [`ine_${luis.id}_1700000000001.jpg`, `profile-photos/${luis.id}/1700000000002.jpg`]
  for (const name of [ine, photo]) {
    const { error } = await luis.client.storage.from('chat-media').upload(name, blob(await jpeg(80, 60)))
    expect(error).toBeNull()
  }
  expect((await exportOf(app, luis)).get('index.html')!.toString()).not.toContain('Falta')
  await due(luis, 25)
  const [object] = await app.sql<{ key: string }[]>`select key from storage.objects where name = ${ine}`
  const { objects } = app.services
  const sealed = await readFile(join(app.services.config.DATA_DIR, 'objects', object!.key))
  const cut = () => objects.write(object!.key, sealed.subarray(0, 30))
  const sealAnew = async () =>
    sealedStore(objects, 'otra-clave-de-documentos-con-32-letras').writeSealed(
      object!.key,
      await jpeg(80, 60),
    )
  for (const [reason, damage] of [
    ['damaged', cut],
    ['DOCUMENTS_KEY', sealAnew],
  ] as const) {
    await damage()
    const entries = await exportOf(app, luis)
    expect(entries.has(`imagenes/chat-media/${ine}`)).toBe(false)
    expect(entries.has(`imagenes/chat-media/${photo}`)).toBe(true)
    expect(entries.get('index.html')!.toString()).toContain(exportacion.archivosQueFaltan(1))
    const [logged, ...more] = app.takeErrors()
    expect(more).toEqual([])
    expect(logged).toContain(reason)
    expect(logged).toContain(object!.key)
    await due(luis, 25)
  }
})

test('an export waits for a store that does not answer instead of leaving its files out', async () => {
  const ana = await makeBuscador(app)
  await ana.client.storage.from('support-tickets').upload('captura.jpg', blob(await jpeg(80, 60)))
  const away = vi.spyOn(app.services.objects, 'read').mockRejectedValue(new Error('the store is away'))
  await ask(ana)
  await app.runJobs()
  away.mockRestore()
  expect((await stateOf(ana)).exportacion?.estado).toBe('preparando')
  app.takeErrors()
})

test('one export a day for each person; simultaneous and repeated requests make one', async () => {
  const ana = await makeBuscador(app)
  expect(await stateOf(ana)).toEqual({ success: true, exportacion: null, proxima_en: null })
  const answers = await Promise.all([ask(ana), ask(ana), ask(ana)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await app.sql`select from interno.exportaciones where cuenta_id = ${ana.id}`).toHaveLength(1)
  expect((await stateOf(ana)).exportacion).toMatchObject({ estado: 'preparando', enlace: null })
  await app.runJobs()
  expect((await stateOf(ana)).exportacion).toMatchObject({ estado: 'lista', enlace: expect.any(String) })
  expect(await ask(ana)).toMatchObject({ status: 429, message: textos.exportacionDeHoy })
  await due(ana, 25)
  expect((await ask(ana)).status).toBe(200)
})

test('the link ends after a day, the file is removed, and no other way leads to it', async () => {
  const ana = await makeBuscador(app)
  await ask(ana)
  await app.runJobs()
  const { exportacion: made } = await stateOf(ana)
  const url = `${app.url}${made!.enlace}`
  const [object] = await app.sql<{ name: string; key: string }[]>`
    select name, key from storage.objects where owner = ${ana.id} and name like 'exportaciones/%'`
  const first = await fetch(url)
  expect(first.status).toBe(200)
  expect(first.headers.get('content-disposition')).toContain(exportacion.archivo)
  expect(Number(first.headers.get('content-length'))).toBe(made!.tamano)
  const part = await fetch(url, { headers: { range: 'bytes=0-3' } })
  expect([part.status, Buffer.from(await part.arrayBuffer()).toString('latin1')]).toEqual([
    206,
    'PK\u0003\u0004',
  ])
  expect((await fetch(url.replace(/token=[^&]+/, 'token=x'))).status).toBe(400)
  for (const client of [ana.client, (await makeBuscador(app)).client, app.client()]) {
    expect((await client.storage.from('chat-media').download(object!.name)).error).not.toBeNull()
    expect((await client.storage.from('chat-media').createSignedUrl(object!.name, 60)).error).not.toBeNull()
  }
  await due(ana, 25)
  await app.sql`select interno.encolar('remove-exports')`
  await app.runJobs()
  expect((await fetch(url)).status).toBe(400)
  expect(await app.services.objects.read(object!.key)).toBeUndefined()
  expect((await stateOf(ana)).exportacion).toMatchObject({ estado: 'vencida', enlace: null })
})

test('the address of an export ends with the password, with all sessions, and when the account is closed or suspended', async () => {
  const olga = await makeOperator(app)
  const ends: Record<string, (person: Account) => Promise<unknown>> = {
    'a new password': async ({ client }) => {
      expect((await client.auth.updateUser({ password: 'nueva-clave-1' })).error).toBeNull()
    },
    'a sign-out everywhere': async ({ client }) => {
      expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
    },
    closing: async ({ client, user }) => {
      expect((await call(client, 'cerrar-cuenta', { body: { usuario_id: user.id } })).status).toBe(200)
    },
    suspension: async ({ user }) => {
      const { code } = await operate(app, 'suspend', user.id, '--motivo', 'Datos falsos', '--as', olga.email)
      expect(code).toBe(0)
    },
  }
  const urlOf = async (person: Account) => {
    await ask(person)
    await app.runJobs()
    return `${app.url}${(await stateOf(person)).exportacion?.enlace}`
  }
  const other = await urlOf(await signUp(app))
  for (const [how, end] of Object.entries(ends)) {
    const luis = await signUp(app)
    const url = await urlOf(luis)
    expect((await fetch(url)).status, how).toBe(200)
    await end(luis)
    expect((await fetch(url)).status, how).toBe(400)
    expect((await fetch(other)).status, how).toBe(200)
    await app.sql`select interno.encolar('remove-exports')`
    await app.runJobs()
    const files = await app.sql`
      select from storage.objects where owner = ${luis.user.id} and name like 'exportaciones/%'`
    expect(files, how).toHaveLength(0)
  }
})

test('an owner whose export ended with the password can ask for another one on the same day', async () => {
  const ana = await signUp(app)
  await ask(ana)
  await app.runJobs()
  expect((await ask(ana)).status).toBe(429)
  expect((await ana.client.auth.updateUser({ password: 'nueva-clave-1' })).error).toBeNull()
  expect(await stateOf(ana)).toMatchObject({
    exportacion: { estado: 'vencida', enlace: null },
    proxima_en: null,
  })
  expect((await ask(ana)).status).toBe(200)
  await app.runJobs()
  const { exportacion: made } = await stateOf(ana)
  expect((await fetch(`${app.url}${made!.enlace}`)).status).toBe(200)
  expect((await ask(ana)).status).toBe(429)
})

test('a person makes at most three exports in a day, also when each of them was ended early', async () => {
  const ana = await signUp(app)
  const again = async () => {
    const answer = await ask(ana)
    await app.runJobs()
    await app.sql`select interno.terminar_exportaciones(${ana.user.id})`
    // Each was requested an hour before the next one.
    await app.sql`
      update interno.exportaciones set pedida_en = pedida_en - interval '1 hour' where cuenta_id = ${ana.user.id}`
    return answer
  }
  for (const _of of [1, 2, 3]) expect((await again()).status).toBe(200)
  const { proxima_en } = await stateOf(ana)
  const hours = (Date.parse(proxima_en!) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(20.9)
  expect(hours).toBeLessThan(21.1)
  const refused = await ask(ana)
  expect(refused).toMatchObject({ status: 429 })
  expect(refused.message).toBe(textos.demasiadasCopias(3, 21 * 3600))
  expect(await app.sql`select from interno.exportaciones where cuenta_id = ${ana.user.id}`).toHaveLength(3)
  await app.sql`
    update interno.exportaciones set pedida_en = pedida_en - interval '21 hours' where cuenta_id = ${ana.user.id}`
  expect((await stateOf(ana)).proxima_en).toBeNull()
  expect((await ask(ana)).status).toBe(200)
})

const FAILED = { exportacion: { estado: 'fallida' }, proxima_en: null }

test('an export whose job did not run for two hours can be requested again', async () => {
  const ana = await makeBuscador(app)
  await ask(ana)
  await due(ana, 3)
  expect(await stateOf(ana)).toMatchObject(FAILED)
  expect((await ask(ana)).status).toBe(200)
  expect((await stateOf(ana)).exportacion?.estado).toBe('preparando')
})

test('an export whose job failed for good, or was given up, is shown as failed at once and can be requested again', async () => {
  const ana = await makeBuscador(app)
  const olga = await makeOperator(app)
  await ask(ana)
  const [job] = await app.sql<{ id: string }[]>`
    select j.id from graphile_worker._private_jobs j join interno.exportaciones e on j.payload ->> 'exportacion' = e.id::text
    where e.cuenta_id = ${ana.id}`
  const { id } = job!
  // The last attempt runs.
  await app.sql`
    update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'x' where id = ${id}`
  expect((await stateOf(ana)).exportacion?.estado).toBe('preparando')
  await app.sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = ${id}`
  expect(await stateOf(ana)).toMatchObject(FAILED)
  await operate(app, 'jobs', 'retry', id, '--as', olga.email)
  expect((await stateOf(ana)).exportacion?.estado).toBe('preparando')
  await app.sql`update graphile_worker._private_jobs set attempts = max_attempts where id = ${id}`
  await operate(app, 'jobs', 'drop', id, '--motivo', 'La copia nunca se termina.', '--as', olga.email)
  expect(await stateOf(ana)).toMatchObject(FAILED)
  expect((await ask(ana)).data).toMatchObject({ exportacion: { estado: 'preparando' } })
  await app.runJobs()
  expect((await stateOf(ana)).exportacion?.estado).toBe('lista')
})
