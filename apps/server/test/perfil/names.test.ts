import { esNombreLegible } from '@maestros/dominio/nombre-legible'
import { publicos } from '@maestros/dominio/seguridad/textos-de-rechazo'
import { describe, expect, test } from 'vitest'
import { newEmail, PASSWORD } from '../protocol/auth/people.ts'
import { appForTests, beforeTests } from '../setup/app.ts'
import { makeMaestro } from '../setup/rows/maestros.ts'

/** Names are stored in NFC, and contain no direction characters and no combining marks. */

const app = appForTests()
const luis = beforeTests(() => makeMaestro(app, { nombre: 'Luis', apellido: 'Núñez', ineVerificado: true }))

const { campos, signos } = publicos
const UNREADABLE = ['Lu\u202eis', '\u0301Luis']

const signUp = (data: object) =>
  app.client().auth.signUp({ email: newEmail(), password: PASSWORD, options: { data } })
const write = (change: object) => luis.client.from('maestros').update(change).eq('id', luis.id)

/** Many characters are checked in one text: each of them only where that text is refused. */
const BLOCK = 256

test('the database refuses the same characters as the rule of dominio, for every character', async () => {
  const last = 0x10ffff
  const refused = await app.sql<{ at: number }[]>`
    with bloques as (
      select at / ${BLOCK} as bloque from generate_series(1, ${last}::int) at where at not between 55296 and 57343
      group by 1 having not interno.es_nombre_legible(normalize(string_agg('x ' || chr(at), ''), NFC))
    )
    select at from bloques cross join generate_series(greatest(bloque * ${BLOCK}, 1), bloque * ${BLOCK} + ${BLOCK - 1}) at
    where not interno.es_nombre_legible(normalize('x ' || chr(at), NFC)) order by at`
  const nameOf = (at: number) => `x ${String.fromCodePoint(at)}`
  const blocks = Array.from({ length: Math.ceil(last / BLOCK) }, (_, block) =>
    Array.from({ length: BLOCK }, (_, i) => block * BLOCK + i).filter(
      (at) => at > 0 && (at < 0xd800 || at > 0xdfff),
    ),
  )
  const expected = blocks
    .filter((points) => !esNombreLegible(points.map(nameOf).join('')))
    .flatMap((points) => points.filter((at) => !esNombreLegible(nameOf(at))))
  expect(expected.length).toBeGreaterThan(2000)
  expect(refused.map(({ at }) => at)).toEqual(expected)
})

describe.each(UNREADABLE)('the name %j', (name) => {
  test('is refused at the sign-up, at the data surface and by the database, with a sentence', async () => {
    for (const role of ['buscador', 'maestro']) {
      const { error } = await signUp({ role, nombre: name, apellido: 'Núñez' })
      expect(error).toMatchObject({ status: 422, message: signos(campos.nombre) })
      expect(
        (await signUp({ role, nombre: 'Luis', apellido: 'Núñez', display_name: name })).error?.status,
      ).toBe(422)
    }
    for (const [column, field] of [
      ['nombre', campos.nombre],
      ['apellido', campos.apellido],
      ['referencia1_nombre_cliente', campos.cliente(1)],
      ['referencia2_nombre_cliente', campos.cliente(2)],
    ] as const) {
      const { error } = await write({ [column]: name })
      expect(error).toMatchObject({ code: 'PT422', message: signos(field), details: column })
      const direct = app.sql`update public.maestros set ${app.sql({ [column]: name })} where id = ${luis.id}`
      await expect(direct).rejects.toMatchObject({ code: 'PT422', message: signos(field), detail: column })
    }
    const profile = app.sql`update public.profiles set nombre = ${name} where id = ${luis.id}`
    await expect(profile).rejects.toMatchObject({ code: 'PT422', message: signos(campos.nombre) })
  })
})

describe('an accent that is typed as a separate character', () => {
  const apart = { nombre: 'Mari\u0301a', apellido: 'Nu\u0301n\u0303ez' }
  const whole = { nombre: 'María', apellido: 'Núñez' }

  test('becomes a part of its letter at the sign-up and at the data surface', async () => {
    const { data } = await signUp({ role: 'maestro', ...apart })
    expect(data.user?.user_metadata).toMatchObject(whole)
    const [profile] =
      await app.sql`select nombre, apellido, display_name from public.profiles where id = ${data.user?.id ?? ''}`
    expect(profile).toEqual({ ...whole, display_name: 'María Núñez' })
    expect((await write({ referencia1_nombre_cliente: 'Jose\u0301' })).error).toBeNull()
    const [row] =
      await app.sql`select referencia1_nombre_cliente as name from public.maestros where id = ${luis.id}`
    expect(row?.name).toBe('José')
  })

  test('is no new name, which would end the verification', async () => {
    const verified = async () =>
      (await app.sql`select ine_verificado as ine from public.maestros where id = ${luis.id}`)[0]?.ine
    expect((await write({ apellido: 'Nu\u0301n\u0303ez' })).error).toBeNull()
    expect(await verified()).toBe(true)
    expect((await write({ apellido: 'Núñez Soto' })).error).toBeNull()
    expect(await verified()).toBe(false)
  })
})
