import { expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { sent, startChat } from '../setup/rows/chats.ts'
import {
  emailOf,
  makeBuscador,
  makeMaestro,
  makeResena,
  type TestPerson,
  unlockContacto,
} from '../setup/rows/maestros.ts'
import { decide, makeOperator, operate } from '../setup/rows/operators.ts'
import { dumpOf, exportOf, filesIn } from '../setup/rows/own-data.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { report, ticketOf } from '../setup/rows/tickets-and-reports.ts'

/**
 * After an erasure nothing in the database or in the files names the person. What the law keeps has no personal data: the
 * ids of events and of the operators' audit (docs/decisions/cuenta.md).
 */

const app = appForTests()

const upload = async ({ client }: TestPerson, bucket: string, name: string, red: number) => {
  const { error } = await client.storage.from(bucket).upload(name, blob(await jpeg(70, 50, red)))
  if (error) throw error
}

/** Everything that a person of the role can leave behind. */
async function live(
  person: TestPerson,
  other: TestPerson,
  chat: string,
  names: { nombre: string; apellido: string; telefono: string },
) {
  const { nombre, apellido, telefono } = names
  const email = await emailOf(app, person.id)
  await upload(person, 'chat-media', `${chat}/${Date.now()}.jpg`, 11)
  const [picture] = await app.sql<{ name: string }[]>`
    select name from storage.objects where owner = ${person.id} and name like ${`${chat}/%`}`
  await call(person.client, 'send-message', {
    body: { chat_id: chat, tipo: 'imagen', contenido: picture!.name },
  })
  await sent(person.client, chat, `Soy ${nombre} ${apellido}, mi correo ${email} y mi teléfono ${telefono}`)
  const last = await sent(person.client, chat, `Atentamente ${apellido}`)
  await upload(person, 'support-tickets', `${person.id}/ticket.jpg`, 12)
  const ticket = await ticketOf(person, {
    nombre: `${nombre} ${apellido}`,
    correo: email,
    mensaje: `Ayuda para ${nombre}, ${telefono}`,
    imagenes_url: [`${person.id}/ticket.jpg`],
  })
  const olga = await makeOperator(app)
  const answered = ['--text', `Buenas tardes, ${nombre} ${apellido}`, '--as', olga.email]
  expect((await operate(app, 'tickets', 'answer', ticket, ...answered)).code).toBe(0)
  for (const [who, about] of [
    [person, other],
    [other, person],
  ] as const) {
    await report(who, about.id, {
      texto: `${nombre} ${apellido} con teléfono ${telefono} y correo ${email}`,
      chat_id: chat,
      mensajes: [last.id],
    })
  }
  // An e-mail, a job that waits and one that failed with the address in its error.
  await app.client().auth.resetPasswordForEmail(email)
  await app.runJobs()
  await app.client().auth.resetPasswordForEmail(email)
  await app.sql`select interno.encolar('send-closing-mail', ${app.sql.json({ userId: person.id })}, 1)`
  await app.sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${`550 unknown mailbox ${email}`}
    where payload::text like ${`%${person.id}%`} or task_id in (
      select id from graphile_worker._private_tasks
      where identifier in ('send-search-alert', 'send-verification-mail'))`
  await exportOf(app, person)
  await app.client().auth.signInWithPassword({ email, password: 'una-contraseña-mala' })
  return { email, places: await placesOf(person) }
}

/** Jobs that wait have failed for good, so that the next run leaves them. */
const failJobs = () => app.sql`update graphile_worker._private_jobs set attempts = max_attempts`

const placesOf = async ({ id }: TestPerson) => {
  const rows = await app.sql<{ place: string }[]>`
    select coalesce(key, bucket_id || '/' || name) as place from storage.objects where owner = ${id}`
  return rows.map(({ place }) => place)
}

async function erasedLeavesNothing(
  person: TestPerson,
  { email, places }: Awaited<ReturnType<typeof live>>,
  words: readonly string[],
) {
  const folder = app.services.config.DATA_DIR
  const pictures: Buffer[] = []
  for (const place of places) {
    const found = await app.services.objects.read(place)
    if (found) pictures.push(found.bytes)
  }
  expect(pictures.length).toBeGreaterThan(2)
  const search = async () => {
    const dump = (await dumpOf(app)).normalize('NFKC').toLowerCase()
    const files = await filesIn(folder)
    const inDump = [...words, email].filter((word) => dump.includes(word.toLowerCase()))
    const inFiles = [...files].flatMap(([path, bytes]) => {
      const text = bytes.toString('utf8').toLowerCase()
      const named = [...words, email].some((word) => text.includes(word.toLowerCase()))
      return named || pictures.some((picture) => bytes.includes(picture)) ? [path] : []
    })
    return { inDump, inFiles: inFiles.length }
  }
  // The search itself finds everything while the account exists.
  const before = await search()
  expect(before.inDump).toEqual([...words, email])
  expect(before.inFiles).toBeGreaterThan(3)
  await eraseAccount(app.services, person.id)
  expect(await search()).toEqual({ inDump: [], inFiles: 0 })
}

test('a search of the database and of all files for an erased seeker finds nothing', async () => {
  const ana = await makeBuscador(app, { nombre: 'Xóchitl', apellido: 'Zubizarreta' })
  const luis = await makeMaestro(app)
  const chat = await startChat(ana.client, luis.id)
  await unlockContacto(app, { maestro: luis.id, buscador: ana.id })
  await sent(luis.client, chat, 'Buenas tardes')
  await makeResena(app, { maestro: luis.id, buscador: ana.id, puntuacion: 5 })
  // The job of an alert is queued as soon as somebody is listed.
  await app.sql`
    insert into interno.avisos_de_busqueda (buscador_id, alcaldia, oficio) values (${ana.id}, 'Coyoacán', 'Plomería')`
  expect(await app.sql`select interno.encolar_avisos('Coyoacán', 'Plomería', 10) as queued`).toEqual([
    { queued: 1 },
  ])
  await failJobs()
  const telefono = '5587654321'
  const left = await live(ana, luis, chat, { nombre: 'Xóchitl', apellido: 'Zubizarreta', telefono })
  await erasedLeavesNothing(ana, left, ['Xóchitl', 'Zubizarreta', telefono])
})

test('no failed job about an erased person remains, and those of others stay', async () => {
  const [ana, eva] = [await makeBuscador(app), await makeBuscador(app)]
  const luis = await makeMaestro(app)
  await app.sql`delete from graphile_worker._private_jobs`
  const TASKS = ['export-data', 'send-push', 'send-search-push']
  const jobs = async () => {
    const rows = await app.sql<{ name: string }[]>`
      select task_identifier as name from graphile_worker.jobs where task_identifier = any(${TASKS}) order by 1`
    return rows.map(({ name }) => name)
  }
  for (const { id, client } of [ana, eva]) {
    await app.sql`
      insert into interno.suscripciones_push (user_id, session_id, endpoint, p256dh, auth, navegador)
      select user_id, id, 'https://push.example/' || id, 'clave', 'secreto', 'Chrome' from auth.sessions
      where user_id = ${id} limit 1`
    await sent(luis.client, await startChat(client, luis.id), 'Buenas tardes')
    expect((await call(client, 'exportar-datos', { body: {} })).status).toBe(200)
    const [alert] = await app.sql<{ id: string }[]>`
      insert into interno.avisos_de_busqueda (buscador_id, alcaldia, oficio)
      values (${id}, 'Coyoacán', 'Plomería') returning id`
    await app.sql`select interno.terminar_aviso(${alert!.id})`
  }
  await failJobs()
  expect(await jobs()).toEqual(TASKS.flatMap((task) => [task, task]))
  await eraseAccount(app.services, ana.id)
  expect(await jobs()).toEqual(TASKS)
})

test('a search of the database and of all files for an erased maestro finds nothing', async () => {
  const telefono = '5512349876'
  const luis = await makeMaestro(app, { nombre: 'Ulpiano', apellido: 'Wencesgoitia', telefono })
  const ana = await makeBuscador(app)
  const chat = await startChat(ana.client, luis.id)
  await unlockContacto(app, { maestro: luis.id, buscador: ana.id })
  for (const [name, red] of [
    [`profile-photos/${luis.id}/7.jpg`, 21],
    [`ine_${luis.id}_7.jpg`, 22],
    [`documentos/${luis.id}/comprobante_domicilio_7.jpg`, 23],
  ] as const) {
    await upload(luis, 'chat-media', name, red)
  }
  await app.sql`
    insert into public.maestro_documentos (maestro_id, tipo, objeto)
    values (${luis.id}, 'comprobante_domicilio', ${`documentos/${luis.id}/comprobante_domicilio_7.jpg`})`
  await app.sql`
    insert into interno.borradores (maestro_id, paso, valor, version)
    values (${luis.id}, 'descripcion', ${app.sql.json('Soy Ulpiano Wencesgoitia y trabajo bien')}, 1)`
  await decide(app, await makeOperator(app), luis.id, 'domicilio', 'rechazado', 'El comprobante no se lee')
  await failJobs()
  await makeResena(app, { maestro: luis.id, buscador: ana.id, puntuacion: 4 })
  await app.sql`update public.resenas set respuesta = 'Gracias, Ulpiano', respondido_en = now() where maestro_id = ${luis.id}`
  const left = await live(luis, ana, chat, { nombre: 'Ulpiano', apellido: 'Wencesgoitia', telefono })
  await erasedLeavesNothing(luis, left, ['Ulpiano', 'Wencesgoitia', telefono])
})
