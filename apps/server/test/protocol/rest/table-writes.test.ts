import { expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { makeDocuments } from '../../setup/rows/documents.ts'
import { makePerson, type TestPerson } from '../../setup/rows/maestros.ts'
import { makeMatrixPeople } from '../../setup/rows/people.ts'

/** Table writes and remote procedures of the specification's section 7, as its screens send them. */

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))

/** What the onboarding screen sends in one upsert; trades and boroughs follow in their own tables. */
const onboarding = async (id: string) => ({
  id,
  ...(await makeDocuments(app, id)),
  nombre: 'Julia',
  apellido: 'Méndez',
  telefono: '5512345678',
  reputacion_nivel: 'nuevo',
  alcaldia: 'Tlalpan',
  descripcion: 'Plomera con diez años de experiencia en casas y edificios de la ciudad.',
  perfil_completo: true,
  curp: 'mexj800101mdfnrl09',
  domicilio: 'Calle de la Rosa 123, Tlalpan',
  referencia1_nombre_cliente: 'Pedro',
  referencia1_descripcion_trabajo: 'Cambio de tinaco',
  referencia1_numero_referencia: '5587654321',
  referencia2_nombre_cliente: 'Rosa',
  referencia2_descripcion_trabajo: 'Reparación de fuga',
  referencia2_numero_referencia: '5511223344',
  terminos_aceptados: true,
  fecha_aceptacion: '2026-01-01T00:00:00+00:00',
})

async function onboard(person: TestPerson, oficios: string[], alcaldias: string[]) {
  const { client, id } = person
  const row = await client
    .from('maestros')
    .upsert({ ...(await onboarding(id)), alcaldia: alcaldias[0] }, { onConflict: 'id' })
  expect(row.error).toBeNull()
  await replace(person, 'maestro_oficios', 'oficio', oficios)
  await replace(person, 'maestro_alcaldias', 'alcaldia', alcaldias)
}

async function replace({ client, id }: TestPerson, table: string, column: string, names: string[]) {
  const gone = await client.from(table).delete().eq('maestro_id', id)
  expect([gone.error, gone.status]).toEqual([null, 204])
  const made = await client.from(table).insert(names.map((name) => ({ maestro_id: id, [column]: name })))
  expect([made.error, made.status]).toEqual([null, 201])
}

const chosen = async (table: 'maestro_oficios' | 'maestro_alcaldias', id: string) => {
  const column = table === 'maestro_oficios' ? 'oficio' : 'alcaldia'
  const rows = await app.sql<{ name: string }[]>`
    select ${app.sql(column)} as name from ${app.sql(`public.${table}`)} where maestro_id = ${id} order by orden`
  return rows.map(({ name }) => name)
}

test('a maestro updates documents, photo, description and references of the own row [7.write.01]', async () => {
  const person = await makePerson(app, 'maestro')
  await onboard(person, ['Plomería'], ['Tlalpan'])
  const change = {
    ...(await makeDocuments(app, person.id, { file: '2.jpg' })),
    descripcion: 'Otra descripción, también de más de cincuenta caracteres para la ficha.',
    referencia1_nombre_cliente: 'Luz',
    referencia1_descripcion_trabajo: 'Instalación de lavabo',
    referencia1_numero_referencia: '5500000001',
    referencia2_nombre_cliente: 'Sol',
    referencia2_descripcion_trabajo: 'Cambio de tubería',
    referencia2_numero_referencia: '5500000002',
  }
  const { error, status } = await person.client.from('maestros').update(change).eq('id', person.id)
  expect([error, status]).toEqual([null, 204])
  const [row] = await app.sql`select * from public.maestros where id = ${person.id}`
  expect(row).toMatchObject(change)
})

test('an emptied reference is stored as null, and the profile stays complete [5.upl.07]', async () => {
  const person = await makePerson(app, 'maestro')
  await onboard(person, ['Plomería'], ['Tlalpan'])
  const empty = {
    referencia1_nombre_cliente: '',
    referencia1_descripcion_trabajo: ' ',
    referencia1_numero_referencia: '',
    referencia2_nombre_cliente: '',
    referencia2_descripcion_trabajo: '',
    referencia2_numero_referencia: '',
  }
  expect((await person.client.from('maestros').update(empty).eq('id', person.id)).error).toBeNull()
  const [row] = await app.sql`select * from public.maestros where id = ${person.id}`
  const nulls = Object.fromEntries(Object.keys(empty).map((name) => [name, null]))
  expect(row).toMatchObject({ ...nulls, perfil_completo: true })
})

test('the whole onboarding payload is upserted on id, and again when sent twice [7.write.02, 7.write.04]', async () => {
  const person = await makePerson(app, 'maestro')
  const { curp, fecha_aceptacion, perfil_completo, ...payload } = await onboarding(person.id)
  for (const domicilio of [payload.domicilio, 'Avenida del Imán 580, Coyoacán']) {
    const { error } = await person.client
      .from('maestros')
      .upsert({ ...payload, domicilio, curp, fecha_aceptacion, perfil_completo }, { onConflict: 'id' })
    expect(error).toBeNull()
    const [row] = await app.sql`select * from public.maestros where id = ${person.id}`
    expect(row).toMatchObject({ ...payload, domicilio, fecha_aceptacion: new Date(fecha_aceptacion) })
  }
})

test('onboarding completes the profile when trades and boroughs are stored, not when the client requests it [7.write.03]', async () => {
  const person = await makePerson(app, 'maestro')
  const complete = async () =>
    (await app.sql`select perfil_completo from public.maestros where id = ${person.id}`)[0]?.perfil_completo
  await person.client.from('maestros').upsert(await onboarding(person.id), { onConflict: 'id' })
  expect(await complete()).toBe(false)
  await onboard(person, ['Plomería', 'Pintura'], ['Tlalpan'])
  expect(await complete()).toBe(true)
})

test('a maestro who completes onboarding starts at the level nuevo, with the CURP in upper case [4.state.07, 5.onb.19]', async () => {
  const person = await makePerson(app, 'maestro')
  await onboard(person, ['Plomería'], ['Tlalpan'])
  const [row] = await app.sql`select reputacion_nivel, curp from public.maestros where id = ${person.id}`
  expect(row).toEqual({ reputacion_nivel: 'nuevo', curp: 'MEXJ800101MDFNRL09' })
})

test('the borough chosen first is stored with the maestro [3.ent.17]', async () => {
  const person = await makePerson(app, 'maestro')
  await onboard(person, ['Plomería'], ['Xochimilco', 'Coyoacán', 'Azcapotzalco'])
  const [row] = await app.sql`select alcaldia from public.maestros where id = ${person.id}`
  expect(row).toEqual({ alcaldia: 'Xochimilco' })
  expect(await chosen('maestro_alcaldias', person.id)).toEqual(['Xochimilco', 'Coyoacán', 'Azcapotzalco'])
})

test.each([
  ['trades', '7.write.05, 7.write.07', 'maestro_oficios', 'oficio', 'Herrería'],
  ['boroughs', '7.write.06, 7.write.08', 'maestro_alcaldias', 'alcaldia', 'Iztacalco'],
] as const)(
  'replacing %s leaves exactly the new ones, by name [%s]',
  async (_what, _ids, table, column, name) => {
    const person = await makePerson(app, 'maestro')
    await onboard(person, ['Plomería', 'Pintura'], ['Tlalpan', 'Coyoacán'])
    await replace(person, table, column, [name])
    expect(await chosen(table, person.id)).toEqual([name])
  },
)

test('a maestro upserts the own row of maestro_stats with zeros, and cannot choose its values [7.write.09]', async () => {
  const person = await makePerson(app, 'maestro')
  await onboard(person, ['Plomería'], ['Tlalpan'])
  for (const figure of [0, 900]) {
    const { error } = await person.client.from('maestro_stats').upsert({
      maestro_id: person.id,
      visitas_ultimos_30_dias: figure,
      contactos_ultimos_30_dias: figure,
    })
    expect(error).toBeNull()
    const [row] = await app.sql`select * from public.maestro_stats where maestro_id = ${person.id}`
    expect(row).toMatchObject({ visitas_ultimos_30_dias: 0, contactos_ultimos_30_dias: 0 })
  }
})

test('update_maestro_stats takes no arguments and succeeds, also before onboarding [7.write.10]', async () => {
  for (const { client } of [fixture.people.maestro, fixture.people.nuevo]) {
    const { error, status } = await client.rpc('update_maestro_stats')
    expect([error, status]).toEqual([null, 204])
  }
})

test('views and contacts of 31 days ago are no longer counted [9.const.32]', async () => {
  const person = await makePerson(app, 'maestro')
  await onboard(person, ['Plomería'], ['Tlalpan'])
  const seekers = [fixture.people.buscador, fixture.people.otroBuscador]
  for (const [i, { id }] of seekers.entries()) {
    const days = `${29 + 2 * i} days`
    await app.sql`
      insert into public.vistas_perfil (maestro_id, buscador_id, dia, creado_en)
      values (${person.id}, ${id}, current_date - ${29 + 2 * i}::int, now() - ${days}::interval)`
    await app.sql`
      insert into public.accesos_contacto (buscador_id, maestro_id, motivo, creado_en)
      values (${id}, ${person.id}, 'urgencia', now() - ${days}::interval)`
  }
  expect((await person.client.rpc('update_maestro_stats')).error).toBeNull()
  const { data } = await person.client
    .from('maestro_stats')
    .select('visitas_ultimos_30_dias, contactos_ultimos_30_dias')
    .eq('maestro_id', person.id)
    .single()
  expect(data).toEqual({ visitas_ultimos_30_dias: 1, contactos_ultimos_30_dias: 1 })
})

test.each([
  ['seeker', '7.write.12', 'otroBuscador', 'ajeno', 'buscador'],
  ['maestro', '7.write.13', 'maestro', 'propio', 'maestro'],
] as const)(
  'the %s of a chat marks its messages as read; the count of the other person stays [%s]',
  async (_who, _id, who, name, role) => {
    const chat = fixture.chats[name]
    const unread = async () => {
      const [row] = await app.sql`
      select no_leidos_buscador as buscador, no_leidos_maestro as maestro from public.chats where id = ${chat}`
      return row
    }
    expect(await unread()).toEqual({ buscador: 1, maestro: 1 })
    const marked = { p_chat_id: chat, p_user_role: role }
    expect((await fixture.clients[who].rpc('mark_messages_as_read', marked)).error).toBeNull()
    expect(await unread()).toEqual({ buscador: 1, maestro: 1, [role]: 0 })
  },
)
