import { ALCALDIAS_POR_MAESTRO_MAX } from '@maestros/dominio/limites'
import { expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import type { TestPerson } from '../../setup/rows/maestros.ts'
import { makeMatrixPeople } from '../../setup/rows/people.ts'

/** Table reads of the specification's section 7, as its screens send them. */

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))

const spanish = new Intl.Collator('es')

test('anyone with the public key reads only the active boroughs, sorted by name [7.read.01, 6.role.04]', async () => {
  await app.sql`update public.alcaldias_disponibles set activo = false where nombre = 'Tlalpan'`
  try {
    const client = app.client()
    const { data, error } = await client
      .from('alcaldias_disponibles')
      .select('id, nombre')
      .eq('activo', true)
      .order('nombre')
    expect(error).toBeNull()
    const names = data?.map(({ nombre }) => nombre) ?? []
    expect(names).toHaveLength(ALCALDIAS_POR_MAESTRO_MAX - 1)
    expect(names).not.toContain('Tlalpan')
    expect(names).toEqual([...names].sort(spanish.compare))
    const inactive = await client.from('alcaldias_disponibles').select('id').eq('activo', false)
    expect(inactive.data).toEqual([])
  } finally {
    await app.sql`update public.alcaldias_disponibles set activo = true`
  }
})

test('anyone with the public key reads only the active trades, sorted by name [7.read.02, 6.role.05]', async () => {
  await app.sql`update public.oficios_disponibles set activo = false where nombre = 'Mudanzas'`
  try {
    const client = app.client()
    const { data, error } = await client
      .from('oficios_disponibles')
      .select('id, nombre, icono')
      .eq('activo', true)
      .order('nombre')
    expect(error).toBeNull()
    const names = data?.map(({ nombre }) => nombre) ?? []
    expect(names.length).toBeGreaterThanOrEqual(23)
    expect(names).not.toContain('Mudanzas')
    expect(names).toEqual([...names].sort(spanish.compare))
    expect(data?.every(({ icono }) => /^[a-z0-9-]+$/.test(icono))).toBe(true)
  } finally {
    await app.sql`update public.oficios_disponibles set activo = true`
  }
})

test('the catalogues have the fields of their entities [3.ent.01, 3.ent.02]', async () => {
  const boroughs = await app.client().from('alcaldias_disponibles').select('id,nombre,activo').limit(1)
  const trades = await app.client().from('oficios_disponibles').select('id,nombre,icono,activo').limit(1)
  expect([boroughs.error, trades.error]).toEqual([null, null])
  expect(boroughs.data).toEqual([{ id: expect.any(Number), nombre: expect.any(String), activo: true }])
  expect(Object.keys(trades.data?.[0] ?? {})).toEqual(['id', 'nombre', 'icono', 'activo'])
})

test.each([
  ['role', '7.read.03', 'maestro', { role: 'maestro' }],
  ['name', '7.read.04', 'buscador', { nombre: 'Berta', apellido: 'Buendía' }],
  [
    'acceptance of the terms',
    '7.read.05',
    'buscador',
    { terminos_aceptados: true, fecha_aceptacion: '2026-01-01T00:00:00+00:00' },
  ],
] as const)('a signed-in person reads the own %s [%s]', async (_what, _id, who, own) => {
  const { id, client } = fixture.people[who]
  const columns = Object.keys(own).join(', ')
  const { data, error } = await client.from('profiles').select(columns).eq('id', id).single()
  expect([data, error]).toEqual([own, null])
})

test('a maestro reads the profile of the seeker of an own chat, and of no other [7.read.06]', async () => {
  const { buscador, maestro, otroMaestro } = fixture.people
  const read = (client: TestPerson['client']) =>
    client.from('profiles').select('display_name, role').eq('id', buscador.id).maybeSingle()
  expect((await read(maestro.client)).data).toEqual({ display_name: 'Berta Buendía', role: 'buscador' })
  expect(await read(otroMaestro.client)).toMatchObject({ data: null, error: null })
})

test('a maestro reads the own name and whether the profile is complete [7.read.07]', async () => {
  const { id, client } = fixture.people.maestro
  const { data } = await client
    .from('maestros')
    .select('nombre, apellido, perfil_completo')
    .eq('id', id)
    .single()
  expect(data).toEqual({ nombre: 'Mario', apellido: fixture.secrets.maestro.apellido, perfil_completo: true })
})

test('a maestro who has not begun onboarding gets null and no error [7.read.08]', async () => {
  const { id, client } = fixture.people.nuevo
  const { data, error } = await client.from('maestros').select('perfil_completo').eq('id', id).maybeSingle()
  expect([data, error]).toEqual([null, null])
})

test('a maestro reads the own figures [7.read.09]', async () => {
  const { id, client } = fixture.people.maestro
  const { data, error } = await client.from('maestro_stats').select('*').eq('maestro_id', id).single()
  expect(error).toBeNull()
  expect(data).toMatchObject({ maestro_id: id, visitas_ultimos_30_dias: 2, contactos_ultimos_30_dias: 1 })
})

test('a seeker reads an own chat with its maestro, and no chat of another [7.read.11, 3.ent.24]', async () => {
  const { buscador, otroBuscador, maestro } = fixture.people
  const read = (client: TestPerson['client'], seeker: string) =>
    client
      .from('chats')
      .select('id, buscador_id, maestro_id, contexto, maestros(nombre, apellido, foto_perfil_url)')
      .eq('id', fixture.chats.propio)
      .eq('buscador_id', seeker)
      .maybeSingle()
  expect((await read(buscador.client, buscador.id)).data).toEqual({
    id: fixture.chats.propio,
    buscador_id: buscador.id,
    maestro_id: maestro.id,
    contexto: { alcaldia: 'Coyoacán', servicio: 'Plomería' },
    maestros: {
      nombre: 'Mario',
      apellido: fixture.secrets.maestro.apellido,
      foto_perfil_url: expect.stringContaining('profile-photos/'),
    },
  })
  expect((await read(otroBuscador.client, buscador.id)).data).toBeNull()
  expect((await read(otroBuscador.client, otroBuscador.id)).data).toBeNull()
})

test('a maestro reads an own chat, and no chat of another [7.read.12]', async () => {
  const { maestro, otroMaestro } = fixture.people
  const read = ({ client, id }: TestPerson) =>
    client
      .from('chats')
      .select('id, buscador_id, maestro_id, contexto')
      .eq('id', fixture.chats.propio)
      .eq('maestro_id', id)
      .maybeSingle()
  expect((await read(maestro)).data).toMatchObject({ id: fixture.chats.propio, maestro_id: maestro.id })
  expect((await read(otroMaestro)).data).toBeNull()
})

test('a chat shows its maestro the display name of its seeker [3.ent.29]', async () => {
  const { data } = await fixture.people.maestro.client
    .from('chats')
    .select('id, profiles(display_name)')
    .eq('id', fixture.chats.propio)
    .single()
  expect(data).toEqual({ id: fixture.chats.propio, profiles: { display_name: 'Berta Buendía' } })
})
