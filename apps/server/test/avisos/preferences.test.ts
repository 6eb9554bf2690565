import { PREFERENCIAS_INICIALES } from '@maestros/dominio/avisos/preferencias'
import { expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { makeBuscador } from '../setup/rows/maestros.ts'

/** Which notices a person wants. The access matrix tests who reads and writes the choices. */

const app = appForTests()

const COLUMNS = Object.keys(PREFERENCIAS_INICIALES)
const wants = async (id: string, column: string) =>
  (await app.sql<{ wanted: boolean }[]>`select interno.quiere_aviso(${id}, ${column}) as wanted`)[0]?.wanted

test('the defaults of the table, of a person without a row and of the screen are the same', async () => {
  const [ana, eva] = [await makeBuscador(app), await makeBuscador(app)]
  const { data } = await ana.client
    .from('preferencias_avisos')
    .insert({ user_id: ana.id })
    .select(COLUMNS.join(','))
    .single()
  expect(data).toEqual(PREFERENCIAS_INICIALES)
  for (const [column, wanted] of Object.entries(PREFERENCIAS_INICIALES)) {
    expect([column, await wants(eva.id, column)]).toEqual([column, wanted])
  }
})

test('a changed choice counts for its kind alone, and the other kinds stay', async () => {
  const ana = await makeBuscador(app)
  for (const [column, before] of Object.entries(PREFERENCIAS_INICIALES)) {
    const change = { user_id: ana.id, [column]: !before }
    expect((await ana.client.from('preferencias_avisos').upsert(change)).error).toBeNull()
    const others = COLUMNS.slice(COLUMNS.indexOf(column) + 1)
    expect(await wants(ana.id, column)).toBe(!before)
    for (const other of others)
      expect(await wants(ana.id, other)).toBe(
        Object.entries(PREFERENCIAS_INICIALES).find(([name]) => name === other)?.[1],
      )
  }
})

test('an unknown kind of notice is an error and not a default', async () => {
  const ana = await makeBuscador(app)
  for (const column of ['correo_otro', 'user_id', 'updated_at'])
    await expect(wants(ana.id, column)).rejects.toMatchObject({ code: '22023' })
})
