import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { TestApp } from '../app.ts'
import { documentNames, makeDocuments } from './documents.ts'
import { makePerson, makeResena, type TestPerson, unlockContacto } from './maestros.ts'

export const PEOPLE = ['anonimo', 'buscador', 'otroBuscador', 'maestro', 'otroMaestro', 'nuevo'] as const
export type PersonName = (typeof PEOPLE)[number]
export type SignedInName = Exclude<PersonName, 'anonimo'>
export const SIGNED_IN: SignedInName[] = PEOPLE.filter((name) => name !== 'anonimo')

/**
 * The people of the access matrix and their data. `nuevo` is a maestro who has not begun onboarding.
 *
 *   buscador     – maestro       chat, contact unlocked, view, review
 *   otroBuscador – otroMaestro   the same
 *   otroBuscador – maestro       chat, contact locked, view
 *
 * Every conversation has a message of each side and a blocked one of each side.
 */
export interface MatrixPeople {
  people: Record<SignedInName, TestPerson>
  clients: Record<PersonName, SupabaseClient>
  chats: { propio: string; ajeno: string; cerrado: string }
  /** Data that only its maestro may see; the phone and surname also a seeker with a contact access. */
  secrets: { maestro: MaestroSecrets; otroMaestro: MaestroSecrets }
}

export type MaestroSecrets = ReturnType<typeof secretsOf>

/** Values that occur nowhere else, so that finding one in an answer is a leak. */
const SURNAMES = { 1: 'Apellidosecretouno', 2: 'Apellidosecretodos' }
const secretsOf = (digit: '1' | '2', id: string) => ({
  apellido: SURNAMES[digit],
  telefono: `55${digit.repeat(8)}`,
  ine_url: documentNames(id, DOCUMENTS).ine,
  curp: `SECR80010${digit}MDFNRL0${digit}`,
  domicilio: `Calle Secreta ${digit}, interior ${digit}`,
  referencia1_numero_referencia: `77${digit.repeat(8)}`,
  referencia2_numero_referencia: `88${digit.repeat(8)}`,
})

/** Different from those of `objectsOf`, which the storage tests name to everyone. */
const DOCUMENTS = '777.jpg'

export const BLOCKED = 'llámame al 5550001111'

export async function makeMatrixPeople(app: TestApp): Promise<MatrixPeople> {
  const people = {
    buscador: await makePerson(app, 'buscador', { nombre: 'Berta', apellido: 'Buendía' }),
    otroBuscador: await makePerson(app, 'buscador', { nombre: 'Óscar', apellido: 'Ortiz' }),
    maestro: await makePerson(app, 'maestro', { nombre: 'Mario', apellido: SURNAMES[1] }),
    otroMaestro: await makePerson(app, 'maestro', { nombre: 'Tomás', apellido: SURNAMES[2] }),
    nuevo: await makePerson(app, 'maestro', { nombre: 'Nuria', apellido: 'Nueva' }),
  }
  const { buscador, otroBuscador, maestro, otroMaestro } = people
  const secrets = { maestro: secretsOf('1', maestro.id), otroMaestro: secretsOf('2', otroMaestro.id) }
  await app.sql`
    update public.profiles set terminos_aceptados = true, fecha_aceptacion = '2026-01-01T00:00:00Z'`
  await makeMaestro(app, maestro.id, 'Mario', secrets.maestro)
  await makeMaestro(app, otroMaestro.id, 'Tomás', secrets.otroMaestro)

  const pair = async (seeker: TestPerson, owner: TestPerson, unlocked: boolean) => {
    const chat = randomUUID()
    await app.sql`
      insert into public.chats (id, buscador_id, maestro_id, contexto)
      values (${chat}, ${seeker.id}, ${owner.id}, '{"alcaldia": "Coyoacán", "servicio": "Plomería"}')`
    await app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido, bloqueado, motivo_bloqueo) values
        (${chat}, ${seeker.id}, 'texto', 'Buenas tardes', false, null),
        (${chat}, ${owner.id}, 'texto', 'Dígame', false, null),
        (${chat}, ${seeker.id}, 'texto', ${`${BLOCKED}, dijo quien busca`}, true, 'telefono'),
        (${chat}, ${owner.id}, 'texto', ${`${BLOCKED}, dijo quien trabaja`}, true, 'telefono')`
    await app.sql`insert into public.vistas_perfil (maestro_id, buscador_id) values (${owner.id}, ${seeker.id})`
    if (!unlocked) return chat
    await unlockContacto(app, { maestro: owner.id, buscador: seeker.id })
    await makeResena(app, { maestro: owner.id, buscador: seeker.id, puntuacion: 5 })
    return chat
  }
  const chats = {
    propio: await pair(buscador, maestro, true),
    ajeno: await pair(otroBuscador, otroMaestro, true),
    cerrado: await pair(otroBuscador, maestro, false),
  }
  for (const { id } of [buscador, otroBuscador, maestro, otroMaestro]) {
    await app.sql`
      insert into public.tickets (usuario_id, nombre, correo, mensaje)
      values (${id}, 'Quien pide ayuda', 'ayuda@example.com', 'No puedo entrar a mis conversaciones')`
  }
  // Blocks of pairs without a chat, so that every chat can be written in.
  await app.sql`
    insert into public.bloqueos (bloqueador_id, bloqueado_id)
    values (${buscador.id}, ${otroMaestro.id}), (${otroMaestro.id}, ${people.nuevo.id})`
  for (const { id } of [buscador, maestro, otroMaestro]) {
    await app.sql`insert into public.preferencias_avisos (user_id) values (${id})`
  }
  await makeObjects(app, people, chats)
  return {
    people,
    chats,
    secrets,
    clients: {
      anonimo: app.client(),
      buscador: buscador.client,
      otroBuscador: otroBuscador.client,
      maestro: maestro.client,
      otroMaestro: otroMaestro.client,
      nuevo: people.nuevo.client,
    },
  }
}

async function makeMaestro(app: TestApp, id: string, nombre: string, secrets: MaestroSecrets): Promise<void> {
  const { foto_perfil_url } = await makeDocuments(app, id, { file: DOCUMENTS })
  const row = {
    id,
    nombre,
    ...secrets,
    foto_perfil_url,
    alcaldia: 'Coyoacán',
    descripcion: 'Más de quince años de oficio en casas y edificios de toda la ciudad.',
    referencia1_nombre_cliente: 'Pilar',
    referencia1_descripcion_trabajo: 'Cambio de tinaco',
    referencia2_nombre_cliente: 'Rosa',
    referencia2_descripcion_trabajo: 'Reparación de fuga',
  }
  await app.sql`insert into public.maestros ${app.sql(row)}`
  await app.sql`insert into public.maestro_oficios (maestro_id, oficio) values (${id}, 'Plomería')`
  await app.sql`insert into public.maestro_alcaldias (maestro_id, alcaldia) values (${id}, 'Coyoacán')`
  const documento = `documentos/${id}/comprobante_domicilio_${DOCUMENTS}`
  await app.sql`
    insert into storage.objects (bucket_id, name, owner, mimetype, size, etag)
    values ('chat-media', ${documento}, ${id}, 'image/jpeg', 1, 'x')`
  await app.sql`
    insert into public.maestro_documentos (maestro_id, tipo, objeto)
    values (${id}, 'comprobante_domicilio', ${documento})`
}

/** One object of each kind of path, with bytes that identify it. */
export const objectsOf = (people: MatrixPeople['people'], chats: MatrixPeople['chats']) => ({
  foto: { bucket: 'chat-media', name: `profile-photos/${people.maestro.id}/1.jpg`, owner: people.maestro.id },
  ine: { bucket: 'chat-media', name: `ine_${people.maestro.id}_1.jpg`, owner: people.maestro.id },
  documento: {
    bucket: 'chat-media',
    name: `documentos/${people.maestro.id}/ine_reverso_1.jpg`,
    owner: people.maestro.id,
  },
  chat: { bucket: 'chat-media', name: `${chats.propio}/1.jpg`, owner: people.buscador.id },
  ticket: { bucket: 'support-tickets', name: `${people.buscador.id}/1.jpg`, owner: people.buscador.id },
})

async function makeObjects(
  app: TestApp,
  people: MatrixPeople['people'],
  chats: MatrixPeople['chats'],
): Promise<void> {
  for (const [kind, { bucket, name, owner }] of Object.entries(objectsOf(people, chats))) {
    const bytes = Buffer.from(`bytes de ${kind}`)
    await app.services.objects.write(`${bucket}/${name}`, bytes)
    await app.sql`
      insert into storage.objects (bucket_id, name, owner, mimetype, size, etag)
      values (${bucket}, ${name}, ${owner}, 'image/jpeg', ${bytes.length}, ${kind})`
  }
}
