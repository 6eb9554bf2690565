import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { appForTests } from '../setup/app.ts'
import { makePair, sent } from '../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, type TestPerson } from '../setup/rows/maestros.ts'

/** What the tables themselves guarantee, and what is masked in the texts of an erased person. */

const app = appForTests()

async function maskedFor({ id }: TestPerson, given: string): Promise<unknown> {
  const [row] = await app.sql`
    select interno.sin_datos_personales(${given}, interno.patron_de_datos_personales(${id}), 1, 4000) as text`
  return row?.text
}

describe('the database', () => {
  const refused = { code: expect.stringMatching(/^23(001|503)$/) }

  test('refuses a plain delete of a profile, a maestro, a chat or an account with rows that others share', async () => {
    const { ana, luis, chat } = await makePair(app)
    await sent(luis.client, chat, 'Buenas tardes')
    for (const statement of [
      app.sql`delete from public.profiles where id = ${ana.id}`,
      app.sql`delete from public.maestros where id = ${luis.id}`,
      app.sql`delete from public.chats where id = ${chat}`,
      app.sql`delete from auth.users where id = ${luis.id}`,
    ]) {
      await expect(statement).rejects.toMatchObject(refused)
    }
  })

  test('cascades a delete only to rows that are the same person’s alone', async () => {
    const keys = await app.sql<{ name: string }[]>`
      select conrelid::regclass || ' of ' || confrelid::regclass as name from pg_constraint
      where contype = 'f' and confdeltype in ('c', 'n', 'd') order by 1`
    expect(keys.map(({ name }) => name)).toEqual([
      'auth.flow_states of auth.users',
      'auth.known_addresses of auth.users',
      'auth.mfa_challenges of auth.mfa_factors',
      'auth.mfa_factors of auth.users',
      'auth.one_time_tokens of auth.users',
      'auth.phone_links of auth.sessions',
      'auth.refresh_tokens of auth.sessions',
      'auth.sessions of auth.mfa_factors',
      'auth.sessions of auth.users',
      'interno.accesos_de_operador of profiles',
      'interno.avisos_de_busqueda of alcaldias_disponibles',
      'interno.avisos_de_busqueda of auth.users',
      'interno.avisos_de_busqueda of oficios_disponibles',
      'interno.avisos_sin_leer of auth.users',
      // One row for each person and chat, about the e-mail of that person. A chat that has messages cannot be deleted.
      'interno.avisos_sin_leer of chats',
      'interno.bienvenidas of auth.users',
      'interno.borradores of auth.users',
      // Counters of searches, without a person.
      'interno.busquedas_diarias of alcaldias_disponibles',
      'interno.busquedas_diarias of oficios_disponibles',
      'interno.cierres of auth.users',
      'interno.cifras_diarias of maestros',
      'interno.conteo_de_resenas of maestros',
      'interno.directorio of maestros',
      'interno.disponibilidad of maestros',
      'interno.en_linea of auth.users',
      'interno.exportaciones of auth.users',
      'interno.fotos_de_resena of resenas',
      'interno.operadores of profiles',
      'interno.peticiones_de_resena of accesos_contacto',
      // Derived from the messages of a chat. A chat that has messages cannot be deleted.
      'interno.primeras_respuestas of chats',
      'interno.primeras_respuestas of maestros',
      'interno.rebotes of auth.users',
      'interno.reporte_mensajes of interno.reportes',
      'interno.suscripciones_push of auth.sessions',
      'interno.suscripciones_push of auth.users',
      'interno.ticket_respuestas of tickets',
      'interno.tiempos_de_respuesta of maestros',
      'interno.verificaciones of maestros',
      'maestro_alcaldias of maestros',
      'maestro_documentos of maestros',
      'maestro_oficios of maestros',
      'maestro_stats of maestros',
      'maestros of profiles',
      'preferencias_avisos of auth.users',
      'profiles of auth.users',
      'storage.objects of auth.users',
    ])
  })

  test('keeps the name of a maestro who is not erased, and no personal datum of one who is', async () => {
    const [luis, otro] = [await makeMaestro(app), await makeMaestro(app)]
    await expect(
      app.sql`update public.maestros set nombre = null where id = ${luis.id}`,
    ).rejects.toMatchObject({ code: '23514' })
    await eraseAccount(app.services, otro.id)
    await expect(
      app.sql`update public.maestros set telefono = '5512345678' where id = ${otro.id}`,
    ).rejects.toMatchObject({
      code: '23514',
    })
  })

  test.each([
    ['Soy Ángela', 'Soy ••••••'],
    ['soy ANGELA maría, o solo Ángela', 'soy ••••••, o solo ••••••'],
    ['Mi angelical perro', 'Mi angelical perro'],
    ['Atentamente, de la Cruz', 'Atentamente, ••••••'],
    ['Hay que ir de noche a la casa', 'Hay que ir de noche a la casa'],
    ['Llámeme al (55) 1234-5678', 'Llámeme al (••••••'],
    ['Son 3 metros a 250 pesos', 'Son 3 metros a 250 pesos'],
    ['Escriba a angela.cruz@ejemplo.mx o @angelita', 'Escriba a •••••• o ••••••'],
    ['Mi página: https://angela.mx/yo', 'Mi página: ••••••'],
  ])('masks what is personal in a text of the erased: %s', async (given, masked) => {
    const person = await makeBuscador(app, { nombre: 'Ángela María', apellido: 'de la Cruz' })
    expect(await maskedFor(person, given)).toBe(masked)
  })

  test.each([
    ['Vivo en #12 Calle Sol, Col. Roma, CDMX. Hay timbre', 'Vivo en #••••••. Hay timbre'],
    ['Vivo en 12 calle Sol, col. Roma, CDMX', 'Vivo en ••••••'],
    ['Soy Ma. Guadalupe', 'Soy •••••• ••••••'],
    ['Llámeme Ma., o (Chayo), o Chayo', 'Llámeme ••••••, o (••••••), o ••••••'],
    ['Pregunte por la señora del Carmen', 'Pregunte por la señora ••••••'],
    [
      'Además mi mamá ya no va más. Ma quiere más (del rojo)',
      'Además mi mamá ya no va más. Ma quiere más (del rojo)',
    ],
  ])('masks names and an address that begin or end with punctuation: %s', async (given, masked) => {
    const person = await makeMaestro(app, { nombre: 'Ma. Guadalupe (Chayo)', apellido: '(del Carmen)' })
    await app.sql`
      update public.maestros set domicilio = '#12 Calle Sol, Col. Roma, CDMX.' where id = ${person.id}`
    expect(await maskedFor(person, given)).toBe(masked)
  })

  test('masks no punctuation of a person who has typed only punctuation as the surname', async () => {
    const person = await makeBuscador(app, { nombre: 'Ana', apellido: '.' })
    expect(await maskedFor(person, 'Soy Ana (de ayer).')).toBe('Soy •••••• (de ayer).')
  })
})
