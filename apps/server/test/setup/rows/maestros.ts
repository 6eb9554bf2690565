import { randomInt, randomUUID } from 'node:crypto'
import { type MaestroProfile, maestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import type { TestApp } from '../app.ts'
import { call } from '../functions.ts'
import { makeDocuments } from './documents.ts'

/**
 * Creates people directly in the database, for tests about what happens after sign-up and onboarding. Triggers
 * update the directory.
 *
 *   const ana = await makeBuscador(app)
 *   const luis = await makeMaestro(app, { oficios: ['Plomería'], alcaldias: ['Coyoacán'] })
 *   await makeResena(app, { maestro: luis.id, buscador: ana.id, puntuacion: 5 })
 *   await ana.client.functions.invoke(`maestro-profile/${luis.id}`, { method: 'GET' })
 */
export interface TestPerson {
  id: string
  sessionId: string
  token: string
  /** The official client, signed in as this person. */
  client: SupabaseClient
}

export interface TestMaestro extends TestPerson {
  nombre: string
  apellido: string
  telefono: string
  oficios: string[]
  alcaldias: string[]
}

type Role = 'buscador' | 'maestro' | null

export async function makePerson(
  app: TestApp,
  role: Role,
  names: { nombre?: string; apellido?: string } = {},
): Promise<TestPerson> {
  const metadata = { role, nombre: names.nombre ?? 'Ana', apellido: names.apellido ?? 'Ruiz' }
  const [user] = await app.sql<{ id: string }[]>`
    insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
    values (${`${randomUUID()}@example.com`}, 'x', now(), ${JSON.stringify(metadata)}::text::jsonb)
    returning id`
  return signIn(app, user!.id)
}

export const makeBuscador = (app: TestApp, names: { nombre?: string; apellido?: string } = {}) =>
  makePerson(app, 'buscador', names)

/** An active session of an account, as if the person had signed in on one more device. */
export async function signIn(app: TestApp, id: string): Promise<TestPerson> {
  const [session] = await app.sql<{ id: string }[]>`
    insert into auth.sessions (user_id) values (${id}) returning id`
  const sessionId = session!.id
  const token = await mintToken(app, { sub: id, session_id: sessionId })
  return { id, sessionId, token, client: clientWith(app, token) }
}

export const signOut = (app: TestApp, person: TestPerson) =>
  app.sql`delete from auth.sessions where id = ${person.sessionId}`

export interface MaestroOptions {
  nombre?: string
  apellido?: string
  telefono?: string
  oficios?: string[]
  alcaldias?: string[]
  ineVerificado?: boolean
  /** Leaves the profile without its description, so that it is not complete. */
  incompleto?: boolean
}

export async function makeMaestro(app: TestApp, options: MaestroOptions = {}): Promise<TestMaestro> {
  const nombre = options.nombre ?? 'Luis'
  const apellido = options.apellido ?? 'Hernández'
  const telefono = options.telefono ?? `55${randomInt(10_000_000, 99_999_999)}`
  const oficios = options.oficios ?? ['Plomería']
  const alcaldias = options.alcaldias ?? ['Coyoacán']
  const person = await makePerson(app, 'maestro', { nombre, apellido })
  await app.sql`
    insert into public.maestros ${app.sql({
      id: person.id,
      nombre,
      apellido,
      telefono,
      alcaldia: alcaldias[0] ?? null,
      descripcion: options.incompleto
        ? null
        : `Trabajo con cuidado y garantía en toda la ciudad. ${'Hogar. '.repeat(3)}`,
      ...(await makeDocuments(app, person.id)),
      curp: 'HEGL800101HDFRRS09',
      domicilio: 'Calle Hidalgo 12, colonia Centro',
      referencia1_nombre_cliente: 'Rosa Martínez',
      referencia1_descripcion_trabajo: 'Cambio de tuberías del baño',
      referencia1_numero_referencia: '5511112222',
      referencia2_nombre_cliente: 'Jorge Salas',
      referencia2_descripcion_trabajo: 'Instalación de un calentador',
      referencia2_numero_referencia: '5533334444',
      terminos_aceptados: true,
      ine_verificado: options.ineVerificado ?? false,
    })}`
  await app.sql`
    insert into public.maestro_oficios (maestro_id, oficio) select ${person.id}, unnest(${oficios}::text[])`
  await app.sql`
    insert into public.maestro_alcaldias (maestro_id, alcaldia) select ${person.id}, unnest(${alcaldias}::text[])`
  return { ...person, nombre, apellido, telefono, oficios, alcaldias }
}

/** The profile page of a maestro, as this client reads it. */
export const profileOf = async (client: SupabaseClient, maestro: string): Promise<MaestroProfile> =>
  maestroProfile.output.parse((await call(client, `maestro-profile/${maestro}`)).data)

/** A review that counts. Its author is created when not given, because a pair can have only one review. */
export async function makeResena(
  app: TestApp,
  resena: {
    maestro: string
    buscador?: string
    puntuacion: number
    comentario?: string
    trabajoRealizado?: boolean
  },
): Promise<string> {
  const buscador = resena.buscador ?? (await makeBuscador(app)).id
  const [row] = await app.sql<{ id: string }[]>`
    insert into public.resenas (maestro_id, buscador_id, puntuacion, comentario, trabajo_realizado, contada)
    values (${resena.maestro}, ${buscador}, ${resena.puntuacion},
      ${resena.comentario ?? 'Llegó a tiempo y dejó todo limpio.'}, ${resena.trabajoRealizado ?? true}, true)
    returning id`
  return row!.id
}

/** Many signed-in seekers with few statements. */
export async function makeSeekers(app: TestApp, count: number) {
  const users = await app.sql<{ id: string }[]>`
    insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
    select gen_random_uuid() || '@example.com', 'x', now(), '{"role": "buscador", "nombre": "Ana", "apellido": "Ruiz"}'
    from generate_series(1, ${count}) returning id`
  return Promise.all(users.map(({ id }) => signIn(app, id)))
}

export const unlockContacto = (app: TestApp, pair: { maestro: string; buscador: string }) =>
  app.sql`
    insert into public.accesos_contacto (maestro_id, buscador_id, motivo)
    values (${pair.maestro}, ${pair.buscador}, 'pedir_cotizacion')`

export const suspend = (app: TestApp, id: string) =>
  app.sql`update public.profiles set suspendido_en = now() where id = ${id}`

export function mintToken(
  app: TestApp,
  claims: { sub: string; session_id: string },
  options: { expires?: string; secret?: string } = {},
): Promise<string> {
  return new SignJWT({ ...claims, role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime(options.expires ?? '1h')
    .sign(new TextEncoder().encode(options.secret ?? app.services.secrets.jwtSecret))
}

export function clientWith(app: TestApp, token: string): SupabaseClient {
  return createClient(app.url, app.services.secrets.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
  })
}

export async function emailOf({ sql }: TestApp, userId: string): Promise<string> {
  const [user] = await sql<{ email: string }[]>`select email from auth.users where id = ${userId}`
  if (!user) throw new Error(`no account ${userId}`)
  return user.email
}
