import { randomInt, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { TestApp } from '../setup/app.ts'
import { emailOf, makeBuscador, makeMaestro } from '../setup/rows/maestros.ts'

/** Random histories of a small town: people with names that occur nowhere else, and what they do with each other. */

export interface Townsperson {
  id: string
  role: 'buscador' | 'maestro'
  nombre: string
  apellido: string
  email: string
  telefono: string
  /** Where the bytes of this person's files are. */
  places: string[]
}

export interface Town {
  seekers: Townsperson[]
  maestros: Townsperson[]
}

/** Letters only, so that a name is one word. */
const newName = () => `Z${randomUUID().replace(/[^a-f]/g, '')}${randomUUID().replace(/[^a-f]/g, '')}`

async function settle(app: TestApp, role: Townsperson['role']): Promise<Townsperson> {
  const names = { nombre: newName(), apellido: newName(), telefono: `55${randomInt(10_000_000, 99_999_999)}` }
  const { id } = await (role === 'maestro'
    ? makeMaestro(app, { ...names, ineVerificado: true })
    : makeBuscador(app, names))
  const email = await emailOf(app, id)
  await app.sql`
    insert into auth.one_time_tokens (user_id, kind, token_hash, code_hash, expires_at)
    values (${id}, 'recovery', ${Buffer.from(randomUUID())}, ${Buffer.from('x')}, now() + interval '1 hour')`
  const person = { id, role, ...names, email, places: [] as string[] }
  if (role === 'maestro') {
    // The documents that makeMaestro made have no bytes yet.
    const rows = await app.sql<{ place: string }[]>`
      select bucket_id || '/' || name as place from storage.objects where owner = ${id}`
    for (const { place } of rows) await store(app, person, place)
  }
  return person
}

export async function makeTown(app: TestApp): Promise<Town> {
  return {
    seekers: [await settle(app, 'buscador'), await settle(app, 'buscador'), await settle(app, 'buscador')],
    maestros: [await settle(app, 'maestro'), await settle(app, 'maestro')],
  }
}

async function store(app: TestApp, person: Townsperson, place: string) {
  await app.services.objects.write(place, Buffer.from('bytes'))
  await app.services.objects.write(`${place}.mini`, Buffer.from('bytes'))
  person.places.push(place)
}

async function addObject(app: TestApp, person: Townsperson, bucket: string, name: string) {
  const key = `${bucket}/${randomUUID()}`
  await store(app, person, key)
  await app.sql`
    insert into storage.objects (bucket_id, name, key, owner, mimetype, size, mini_size, etag)
    values (${bucket}, ${name}, ${key}, ${person.id}, 'image/jpeg', 5, 5, 'x')`
}

/** What a person may write of themselves. Public texts carry no contact data. */
const ABOUT = {
  plain: () => 'Mañana a las nueve está bien.',
  name: ({ nombre, apellido }: Townsperson) =>
    `Soy ${nombre.toUpperCase()} ${apellido.toLowerCase()}, gracias.`,
  contact: ({ nombre, email, telefono }: Townsperson) =>
    `Me llamo ${nombre}: ${email}, o al ${telefono.replace(/(\d\d)(?=\d)/g, '$1 ')}.`,
}

const KINDS = [
  'message',
  'blocked',
  'picture',
  'access',
  'view',
  'review',
  'answer',
  'ticket',
  'session',
] as const

export const act = fc.record({
  kind: fc.constantFrom(...KINDS),
  seeker: fc.nat({ max: 2 }),
  maestro: fc.nat({ max: 1 }),
  byMaestro: fc.boolean(),
  about: fc.constantFrom('plain', 'name', 'contact') as fc.Arbitrary<keyof typeof ABOUT>,
  stars: fc.integer({ min: 1, max: 5 }),
})
export type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

export async function perform(app: TestApp, town: Town, given: Act): Promise<void> {
  const { sql } = app
  const seeker = town.seekers[given.seeker]
  const maestro = town.maestros[given.maestro]
  if (!seeker || !maestro) throw new Error('there is no person with this number')
  const author = given.byMaestro ? maestro : seeker
  const text = ABOUT[given.about]
  const publicText = given.about === 'plain' ? ABOUT.plain : ABOUT.name
  switch (given.kind) {
    case 'message':
    case 'blocked':
      await sql`
        insert into public.mensajes (chat_id, autor_id, tipo, contenido, bloqueado, motivo_bloqueo)
        values (${await chatOf(app, seeker, maestro)}, ${author.id}, 'texto', ${text(author)},
          ${given.kind === 'blocked'}, ${given.kind === 'blocked' ? 'telefono' : null})`
      return
    case 'picture': {
      const chat = await chatOf(app, seeker, maestro)
      const name = `${chat}/${randomInt(1, 2 ** 40)}.jpg`
      await addObject(app, author, 'chat-media', name)
      await sql`
        insert into public.mensajes (chat_id, autor_id, tipo, contenido) values (${chat}, ${author.id}, 'imagen', ${name})`
      return
    }
    case 'access':
      await sql`
        insert into public.accesos_contacto (buscador_id, maestro_id, motivo, detalle)
        values (${seeker.id}, ${maestro.id}, 'otro', ${text(seeker)}) on conflict do nothing`
      return
    case 'view':
      await sql`
        insert into public.vistas_perfil (buscador_id, maestro_id) values (${seeker.id}, ${maestro.id})
        on conflict do nothing`
      return
    case 'review':
      await sql`
        insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado, contada)
        values (${seeker.id}, ${maestro.id}, ${given.stars}, ${publicText(seeker)}, true, ${given.stars > 1})
        on conflict do nothing`
      return
    case 'answer':
      await sql`
        update public.resenas set respuesta = ${publicText(maestro)}, respondido_en = now()
        where buscador_id = ${seeker.id} and maestro_id = ${maestro.id}`
      return
    case 'ticket': {
      const name = `${author.id}/${randomInt(1, 2 ** 40)}.jpg`
      await addObject(app, author, 'support-tickets', name)
      await sql`
        insert into public.tickets (usuario_id, nombre, correo, mensaje, imagenes_url)
        values (${author.id}, ${author.nombre}, ${author.email}, ${text(author)}, ${[name]})`
      return
    }
    case 'session':
      await sql`insert into auth.sessions (user_id, user_agent) values (${author.id}, ${author.nombre})`
  }
}

async function chatOf({ sql }: TestApp, seeker: Townsperson, maestro: Townsperson): Promise<string> {
  await sql`
    insert into public.chats (buscador_id, maestro_id) values (${seeker.id}, ${maestro.id}) on conflict do nothing`
  const [chat] = await sql<{ id: string }[]>`
    select id from public.chats where buscador_id = ${seeker.id} and maestro_id = ${maestro.id}`
  return chat?.id ?? ''
}
