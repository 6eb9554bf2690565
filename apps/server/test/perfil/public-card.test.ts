import { expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { search } from '../setup/functions.ts'
import { documentNames } from '../setup/rows/documents.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'

/** How a new maestro gets into the directory, through the official client. */

const app = appForTests()

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

const listed = async (alcaldia: string, oficio: string) =>
  (await search(app.client(), { alcaldia, oficio })).data

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
