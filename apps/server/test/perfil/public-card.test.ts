import { OFICIOS_POR_MAESTRO_MAX } from '@maestros/dominio/limites'
import { fichaRechazada, publicos } from '@maestros/dominio/seguridad/textos-de-rechazo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { search } from '../setup/functions.ts'
import { documentNames } from '../setup/rows/documents.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'

/**
 * How a new maestro gets into the directory, through the official client: with invalid data, and with valid
 * data.
 */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function newMaestro() {
  const client = app.client()
  const { data, error } = await client.auth.signUp({
    email: `maestro${Math.random()}@example.com`,
    password: 'una contraseña larga',
    options: { data: { role: 'maestro', nombre: 'Julia', apellido: 'Méndez' } },
  })
  expect(error).toBeNull()
  return { client, id: data.user!.id }
}

const onboarding = (id: string) => ({
  id,
  nombre: 'Julia',
  apellido: 'Méndez',
  telefono: '5512345678',
  alcaldia: 'Tlalpan',
  descripcion: '20 años de experiencia, NOM-001-SEDE-2012, garantía de 12 meses. Desde $1,500 a $12,000.',
  curp: 'MEXJ800101MDFNRL09',
  domicilio: 'Calle de la Rosa 123, Tlalpan',
  referencia1_nombre_cliente: 'Pedro',
  referencia1_descripcion_trabajo: 'Cambio de tinaco',
  referencia1_numero_referencia: '5587654321',
  referencia2_nombre_cliente: 'Rosa',
  referencia2_descripcion_trabajo: 'Reparación de fuga',
  referencia2_numero_referencia: '5511223344',
  terminos_aceptados: true,
})

const namesOf = async (table: string) =>
  (await app.sql<{ nombre: string }[]>`select nombre from ${app.sql(table)} order by id`).map(
    ({ nombre }) => nombre,
  )

const listed = async (alcaldia: string, oficio: string) =>
  (await search(app.client(), { alcaldia, oficio })).data

test('a profile with a phone number as name, a photo of another site and no document is refused at each step', async () => {
  const { client, id } = await newMaestro()
  const [oficios, alcaldias] = [await namesOf('oficios_disponibles'), await namesOf('alcaldias_disponibles')]
  const insert = async (row: object) => {
    const { error, status } = await client.from('maestros').insert({ ...onboarding(id), ...row })
    return [status, error?.code, error?.message]
  }
  const attack = {
    nombre: 'Plomero 55 1234 5678',
    ine_url: 'nada',
    foto_perfil_url: 'https://example.com/foto.jpg',
  }
  expect(await insert(attack)).toEqual([422, 'PT422', publicos.contacto(publicos.campos.nombre)])
  expect(await insert({ ...attack, nombre: 'Julia' })).toEqual([422, 'PT422', fichaRechazada.foto])
  const { ine_url } = attack
  expect(await insert({ ine_url })).toEqual([422, 'PT422', fichaRechazada.ine])

  // Without documents the row is accepted, as an unfinished onboarding.
  expect(await insert({})).toEqual([201, undefined, undefined])
  const all = await client
    .from('maestro_oficios')
    .insert(oficios.map((oficio) => ({ maestro_id: id, oficio })))
  expect(all.error?.message).toBe(fichaRechazada.oficiosDeMas(OFICIOS_POR_MAESTRO_MAX))
  const some = oficios.slice(0, OFICIOS_POR_MAESTRO_MAX).map((oficio) => ({ maestro_id: id, oficio }))
  expect((await client.from('maestro_oficios').insert(some)).error).toBeNull()
  const everywhere = alcaldias.map((alcaldia) => ({ maestro_id: id, alcaldia }))
  expect((await client.from('maestro_alcaldias').insert(everywhere)).error).toBeNull()
  const [row] = await app.sql`
    select perfil_completo, (select count(*)::int from interno.directorio) as listed from public.maestros
    where id = ${id}`
  expect(row).toEqual({ perfil_completo: false, listed: 0 })
})

test('a profile with uploaded documents is listed with the photo at one of our addresses', async () => {
  const { client, id } = await newMaestro()
  const box = client.storage.from('chat-media')
  const { foto, ine } = documentNames(id, '1700000000000.jpg')
  for (const name of [foto, ine]) expect((await box.upload(name, blob(await jpeg()))).error).toBeNull()
  const documents = {
    foto_perfil_url: box.getPublicUrl(foto).data.publicUrl,
    ine_url: box.getPublicUrl(ine).data.publicUrl,
  }
  const row = await client.from('maestros').upsert({ ...onboarding(id), ...documents }, { onConflict: 'id' })
  expect(row.error).toBeNull()
  await client.from('maestro_oficios').insert({ maestro_id: id, oficio: 'Plomería' })
  await client.from('maestro_alcaldias').insert({ maestro_id: id, alcaldia: 'Tlalpan' })
  const [card] = JSON.parse(JSON.stringify(await listed('Tlalpan', 'Plomería')))
  expect(card).toMatchObject({
    id,
    nombre: 'Julia',
    foto_perfil_url: `/storage/v1/object/public/chat-media/${foto}`,
  })
  const picture = await fetch(app.url + card.foto_perfil_url)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('a seeker can neither write a maestro profile nor upload documents', async () => {
  const client = app.client()
  const { data } = await client.auth.signUp({
    email: 'buscadora@example.com',
    password: 'una contraseña larga',
    options: { data: { role: 'buscador', nombre: 'Ana', apellido: 'Ruiz' } },
  })
  const id = data.user!.id
  const { foto } = documentNames(id, '1.jpg')
  expect((await client.storage.from('chat-media').upload(foto, blob(await jpeg()))).error).not.toBeNull()
  const written = await client.from('maestros').insert(onboarding(id))
  expect(written.error?.code).toBe('42501')
})
