import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn, type TestPerson } from './rest-people.ts'
import { startApp, type TestApp } from './setup/app.ts'

/** The table reads, table writes and remote procedures of the specification's section 7, as its screens call them. */

let app: TestApp
let buscador: TestPerson
let maestro: TestPerson
let chatId: string

const ONBOARDING = {
  nombre: 'Julia',
  apellido: 'Méndez',
  telefono: '5512345678',
  alcaldia: 'Coyoacán',
  descripcion: 'Plomera con diez años de experiencia en casas y edificios de la ciudad.',
  foto_perfil_url: 'https://example.com/foto.jpg',
  ine_url: 'https://example.com/ine.jpg',
  curp: 'MEXJ800101MDFNRL09',
  domicilio: 'Calle Falsa 123, Coyoacán',
  referencia1_nombre_cliente: 'Pedro',
  referencia1_descripcion_trabajo: 'Cambio de tinaco',
  referencia1_numero_referencia: '5587654321',
  referencia2_nombre_cliente: 'Rosa',
  referencia2_descripcion_trabajo: 'Reparación de fuga',
  referencia2_numero_referencia: '5511223344',
  terminos_aceptados: true,
  fecha_aceptacion: '2026-01-01T00:00:00Z',
  perfil_completo: true,
  reputacion_nivel: 'nuevo',
}

beforeAll(async () => {
  app = await startApp()
  buscador = await signedIn(app, 'buscador')
  maestro = await signedIn(app, 'maestro')
  const { error } = await maestro.client
    .from('maestros')
    .upsert({ id: maestro.id, ...ONBOARDING }, { onConflict: 'id' })
  expect(error).toBeNull()
  const [chat] = await app.sql<{ id: string }[]>`
    insert into public.chats (buscador_id, maestro_id, contexto)
    values (${buscador.id}, ${maestro.id}, '{"alcaldia": "Coyoacán", "servicio": "Plomería"}') returning id`
  chatId = chat!.id
})
afterAll(() => app.close())

const spanish = new Intl.Collator('es')

test('anyone reads the active boroughs in the order of their names [7.read.01]', async () => {
  await app.sql`update public.alcaldias_disponibles set activo = false where nombre = 'Tlalpan'`
  const { data, error, status } = await app
    .client()
    .from('alcaldias_disponibles')
    .select('id, nombre')
    .eq('activo', true)
    .order('nombre')
  expect(error).toBeNull()
  expect(status).toBe(200)
  const names = data!.map(({ nombre }) => nombre)
  expect(names).toHaveLength(15)
  expect(names).not.toContain('Tlalpan')
  expect(names).toEqual([...names].sort(spanish.compare))
  expect(Object.keys(data![0]!)).toEqual(['id', 'nombre'])
  await app.sql`update public.alcaldias_disponibles set activo = true`
})

test('anyone reads the active trades with their icons in the order of their names [7.read.02]', async () => {
  const { data, error } = await app
    .client()
    .from('oficios_disponibles')
    .select('id, nombre, icono')
    .eq('activo', true)
    .order('nombre')
  expect(error).toBeNull()
  expect(data!.length).toBeGreaterThanOrEqual(24)
  expect(data!.map(({ nombre }) => nombre)).toEqual(data!.map(({ nombre }) => nombre).sort(spanish.compare))
  expect(data![0]).toEqual({ id: expect.any(Number), nombre: expect.any(String), icono: expect.any(String) })
})

test('someone signed in reads the own role [7.read.03]', async () => {
  const { data, error } = await buscador.client
    .from('profiles')
    .select('id, role')
    .eq('id', buscador.id)
    .single()
  expect(error).toBeNull()
  expect(data).toEqual({ id: buscador.id, role: 'buscador' })
})

test('someone signed in reads the own name [7.read.04]', async () => {
  const { data } = await buscador.client
    .from('profiles')
    .select('nombre, apellido')
    .eq('id', buscador.id)
    .single()
  expect(data).toEqual({ nombre: 'Ana', apellido: 'Ruiz' })
})

test('someone signed in reads when the terms were accepted [7.read.05]', async () => {
  const { data } = await buscador.client
    .from('profiles')
    .select('terminos_aceptados, fecha_aceptacion')
    .eq('id', buscador.id)
    .single()
  expect(data).toEqual({ terminos_aceptados: true, fecha_aceptacion: expect.any(String) })
})

test('a maestro reads who the seeker of an own chat is, and of no other [7.read.06]', async () => {
  const stranger = await signedIn(app, 'buscador')
  const read = (id: string) =>
    maestro.client.from('profiles').select('display_name, role').eq('id', id).maybeSingle()
  expect((await read(buscador.id)).data).toEqual({ display_name: 'Ana Ruiz', role: 'buscador' })
  expect((await read(stranger.id)).data).toBeNull()
})

test('a maestro reads the own name and whether the profile is complete [7.read.07]', async () => {
  const { data } = await maestro.client
    .from('maestros')
    .select('nombre, apellido, perfil_completo')
    .eq('id', maestro.id)
    .single()
  expect(data).toEqual({ nombre: 'Julia', apellido: 'Méndez', perfil_completo: expect.any(Boolean) })
})

test('a maestro who has not begun onboarding gets nothing, and no error [7.read.08]', async () => {
  const newcomer = await signedIn(app, 'maestro')
  await app.sql`delete from public.maestros where id = ${newcomer.id}`
  const { data, error } = await newcomer.client
    .from('maestros')
    .select('perfil_completo')
    .eq('id', newcomer.id)
    .maybeSingle()
  expect({ data, error }).toEqual({ data: null, error: null })
})

test('a maestro writes and reads the own figures, but never chooses them [7.read.09] [7.write.09]', async () => {
  const { error } = await maestro.client
    .from('maestro_stats')
    .upsert({ maestro_id: maestro.id, visitas_ultimos_30_dias: 900, contactos_ultimos_30_dias: 900 })
  expect(error).toBeNull()
  const { data } = await maestro.client
    .from('maestro_stats')
    .select('visitas_ultimos_30_dias, contactos_ultimos_30_dias')
    .eq('maestro_id', maestro.id)
    .single()
  expect(data).toEqual({ visitas_ultimos_30_dias: 0, contactos_ultimos_30_dias: 0 })
})

test('a seeker reads an own chat with its maestro, whose surname is an initial [7.read.11]', async () => {
  const { data, error } = await buscador.client
    .from('chats')
    .select('id, buscador_id, maestro_id, contexto, maestros(nombre, apellido, foto_perfil_url)')
    .eq('id', chatId)
    .eq('buscador_id', buscador.id)
    .single()
  expect(error).toBeNull()
  expect(data).toEqual({
    id: chatId,
    buscador_id: buscador.id,
    maestro_id: maestro.id,
    contexto: { alcaldia: 'Coyoacán', servicio: 'Plomería' },
    maestros: { nombre: 'Julia', apellido: 'M', foto_perfil_url: 'https://example.com/foto.jpg' },
  })
})

test('a maestro reads an own chat, and a stranger reads none [7.read.12]', async () => {
  const stranger = await signedIn(app, 'maestro')
  const read = (person: TestPerson) =>
    person.client
      .from('chats')
      .select('id, contexto')
      .eq('id', chatId)
      .eq('maestro_id', maestro.id)
      .maybeSingle()
  expect((await read(maestro)).data).toMatchObject({ id: chatId })
  expect((await read(stranger)).data).toBeNull()
})

test('a maestro updates photo, INE, description and references of the own row [7.write.01]', async () => {
  const change = {
    ine_url: 'https://example.com/ine-2.jpg',
    foto_perfil_url: 'https://example.com/foto-2.jpg',
    descripcion: 'Otra descripción, también de más de cincuenta caracteres para la ficha.',
    referencia1_nombre_cliente: 'Luz',
    referencia2_numero_referencia: '5500000000',
  }
  const { data, error } = await maestro.client
    .from('maestros')
    .update(change)
    .eq('id', maestro.id)
    .select(Object.keys(change).join(','))
  expect(error).toBeNull()
  expect(data).toEqual([change])
  await maestro.client
    .from('maestros')
    .update({ foto_perfil_url: ONBOARDING.foto_perfil_url })
    .eq('id', maestro.id)
})

test('the onboarding payload is kept whole, and kept again when sent twice [7.write.02] [7.write.04]', async () => {
  const person = await signedIn(app, 'maestro')
  const payload = { id: person.id, ...ONBOARDING, curp: 'MEXJ800101MDFNRL10' }
  const first = await person.client.from('maestros').upsert(payload, { onConflict: 'id' })
  const again = await person.client
    .from('maestros')
    .upsert({ ...payload, domicilio: 'Avenida Siempre Viva 742' }, { onConflict: 'id' })
  expect([first.error, again.error]).toEqual([null, null])
  expect(again.status).toBe(200)
  const { data } = await person.client.from('maestros').select().eq('id', person.id).single()
  const { fecha_aceptacion, perfil_completo, ...asked } = payload
  expect(data).toMatchObject({ ...asked, domicilio: 'Avenida Siempre Viva 742' })
  expect(new Date(data.fecha_aceptacion)).toEqual(new Date(fecha_aceptacion))
  expect(perfil_completo).toBe(true)
})

test('choosing trades and boroughs completes the profile [7.write.03]', async () => {
  const person = await signedIn(app, 'maestro')
  await person.client.from('maestros').upsert({ id: person.id, ...ONBOARDING, curp: 'MEXJ800101MDFNRL11' })
  await person.client.from('maestro_oficios').insert([{ maestro_id: person.id, oficio: 'Plomería' }])
  await person.client.from('maestro_alcaldias').insert([{ maestro_id: person.id, alcaldia: 'Coyoacán' }])
  const [row] = await app.sql`select perfil_completo from public.maestros where id = ${person.id}`
  expect(row).toEqual({ perfil_completo: true })
})

for (const [table, column, rows, ids] of [
  ['maestro_oficios', 'oficio', ['Plomería', 'Pintura', 'Herrería'], '[7.write.05] [7.write.07]'],
  ['maestro_alcaldias', 'alcaldia', ['Coyoacán', 'Tlalpan', 'Xochimilco'], '[7.write.06] [7.write.08]'],
] as const) {
  test(`a maestro replaces the own rows of ${table} by deleting, then inserting ${ids}`, async () => {
    const replace = async (names: readonly string[]) => {
      const gone = await maestro.client.from(table).delete().eq('maestro_id', maestro.id)
      expect([gone.error, gone.status]).toEqual([null, 204])
      const made = await maestro.client
        .from(table)
        .insert(names.map((name) => ({ maestro_id: maestro.id, [column]: name })))
      expect([made.error, made.status]).toEqual([null, 201])
    }
    await replace(rows.slice(0, 2))
    await replace(rows.slice(2))
    const left =
      await app.sql`select ${app.sql(column)} as name from ${app.sql(`public.${table}`)} where maestro_id = ${maestro.id}`
    expect(left.map(({ name }) => name)).toEqual(rows.slice(2))
  })
}

test('update_maestro_stats takes no arguments and succeeds [7.write.10]', async () => {
  const { error, status } = await maestro.client.rpc('update_maestro_stats')
  expect([error, status]).toEqual([null, 204])
})

for (const [role, counter, id] of [
  ['buscador', 'no_leidos_buscador', '[7.write.12]'],
  ['maestro', 'no_leidos_maestro', '[7.write.13]'],
] as const) {
  test(`the ${role} of a chat marks its messages as read; the other counter stays ${id}`, async () => {
    await app.sql`update public.chats set no_leidos_buscador = 3, no_leidos_maestro = 3 where id = ${chatId}`
    const person = role === 'buscador' ? buscador : maestro
    const { error } = await person.client.rpc('mark_messages_as_read', {
      p_chat_id: chatId,
      p_user_role: role,
    })
    expect(error).toBeNull()
    const [chat] =
      await app.sql`select no_leidos_buscador, no_leidos_maestro from public.chats where id = ${chatId}`
    expect(chat).toEqual({ no_leidos_buscador: 3, no_leidos_maestro: 3, [counter]: 0 })
  })
}

test('nobody marks the messages of another chat as read', async () => {
  const stranger = await signedIn(app, 'buscador')
  const { error, status } = await stranger.client.rpc('mark_messages_as_read', {
    p_chat_id: chatId,
    p_user_role: 'buscador',
  })
  expect([status, error?.code]).toEqual([404, 'PT404'])
})
