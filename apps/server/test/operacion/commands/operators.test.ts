import { ACCESO_DE_OPERADOR_HORAS, NIVELES_DE_OPERADOR } from '@maestros/dominio/operacion/operadores'
import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { describe, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'
import {
  failure,
  makeOperator,
  makeSignedInOperator,
  operate,
  signInOperator,
} from '../../setup/rows/operators.ts'

/** Levels of operators, their access links, and what the audit says about both. */

const REASON = 'Motivo de prueba, con letras de sobra.'

const app = appForTests()
const olga = beforeTests(() => makeOperator(app))
const rita = beforeTests(() => makeOperator(app, 'revisor'))

const levelOf = async ({ id }: { id: string }) =>
  (await app.sql`select nivel from interno.operadores where operador_id = ${id}`)[0]?.nivel
const auditOf = async (about: string) =>
  (await app.sql`select acto from interno.auditoria where ${about} in (sobre, operador_id) order by id`).map(
    ({ acto }) => acto,
  )
const NAMES = ['--nombre', 'Nora', '--apellido', 'Nava']

describe('a level', () => {
  test('is one of the list of the rules, and an account without one has the lower one', async () => {
    const { id } = await makeBuscador(app)
    await app.sql`update public.profiles set role = 'operador' where id = ${id}`
    const need = (nivel: string, who = id) => app.sql`select interno.exigir_nivel(${who}, ${nivel})`
    await expect(need('revisor')).resolves.toHaveLength(1)
    await expect(need('responsable')).rejects.toMatchObject({ code: 'PT403', detail: 'nivel' })
    await expect(need('revisor', (await makeBuscador(app)).id)).rejects.toMatchObject({ detail: 'operador' })
    for (const nivel of NIVELES_DE_OPERADOR)
      await app.sql`
        insert into interno.operadores (operador_id, nivel) values (${id}, ${nivel})
        on conflict (operador_id) do update set nivel = excluded.nivel`
    await expect(
      app.sql`update interno.operadores set nivel = 'otro' where operador_id = ${id}`,
    ).rejects.toMatchObject({ code: '23514' })
    // No more operators of this test: later ones change the level of all others.
    await app.sql`delete from auth.users where id = ${id}`
  })

  test('of a new operator is revisor, or the one that is named', async () => {
    for (const [email, more, nivel] of [
      ['uno@example.com', [], 'revisor'],
      ['dos@example.com', ['--nivel', 'responsable'], 'responsable'],
    ] as const) {
      const { out } = await operate(app, 'create', email, ...NAMES, ...more, '--as', olga.email, '--json')
      expect(await levelOf(JSON.parse(out))).toBe(nivel)
    }
    expect(await operate(app, 'create', 'tres@example.com', ...NAMES, '--nivel', 'jefe')).toMatchObject({
      code: 2,
      err: expect.stringContaining(textos.nivelDesconocido('jefe')),
    })
  })

  test('of revisor does not suffice to create operators, give access, change levels or suspend', async () => {
    const { id } = await makeBuscador(app)
    for (const command of [
      ['create', 'cuatro@example.com', ...NAMES],
      ['access', olga.email],
      ['access', rita.email],
      ['level', rita.email, 'responsable'],
      ['suspend', id, '--motivo', REASON],
      ['restore', id, '--motivo', REASON],
    ]) {
      const { code, err } = await operate(app, ...command, '--as', rita.email)
      expect([command[0], code, err]).toEqual([command[0], 1, `Error: ${textos.errores.nivel}`])
    }
    expect(await operate(app, 'access', rita.email)).toMatchObject({
      err: `Error: ${textos.errores.nivel}`,
    })
    await expect(
      app.sql`select interno.crear_operador('cinco@example.com', 'Nora', 'Nava', ${rita.id})`,
    ).rejects.toMatchObject({ detail: 'nivel' })
  })

  test('is changed and recorded, and the last responsable keeps it', async () => {
    const eva = await makeOperator(app, 'revisor')
    const change = (email: string, nivel: string, as = olga.email) =>
      operate(app, 'level', email, nivel, '--as', as)
    expect(await change(eva.email, 'responsable')).toMatchObject({
      code: 0,
      out: textos.nivelCambiado(eva.email, 'responsable'),
    })
    expect((await change(eva.email, 'responsable')).out).toContain(textos.sinCambio)
    expect(await auditOf(eva.id)).toEqual(['crear_operador', 'cambiar_nivel'])

    const others = await app.sql<{ email: string }[]>`
      select u.email from interno.operadores o join auth.users u on u.id = o.operador_id
      where o.nivel = 'responsable' and o.operador_id <> ${eva.id}`
    for (const { email } of others)
      expect(await change(email, 'revisor', eva.email)).toMatchObject({ code: 0 })
    expect(await change(eva.email, 'revisor', eva.email)).toMatchObject(
      failure(textos.errores.ultimo_responsable),
    )
    expect(await levelOf(eva)).toBe('responsable')
    expect(await change(olga.email, 'responsable', eva.email)).toMatchObject({ code: 0 })
  })

  test('belongs to operators only', async () => {
    const { id } = await makeBuscador(app)
    const [user] = await app.sql<{ email: string }[]>`select email from auth.users where id = ${id}`
    for (const command of [['access'], ['level', 'revisor']]) {
      const [order = '', ...more] = command
      expect(await operate(app, order, user?.email ?? '', ...more, '--as', olga.email)).toMatchObject(
        failure(textos.errores.no_operador),
      )
    }
  })
})

describe('an access link', () => {
  test('is printed with the address of the site, replaces the one before, and its token is not stored', async () => {
    const give = async () => {
      const { out } = await operate(app, 'access', rita.email, '--as', olga.email, '--json')
      return new URL(JSON.parse(out).enlace)
    }
    const [first, second] = [await give(), await give()]
    expect(second.origin).toBe(app.url)
    expect(second.pathname).toBe('/operacion/acceso')
    expect(second.hash).toMatch(/^#[\w-]{43}$/)
    expect(first.hash).not.toBe(second.hash)
    const rows = await app.sql<{ row: string; hours: number }[]>`
      select to_jsonb(a)::text as row, extract(epoch from vence_en - now()) / 3600 as hours
      from interno.accesos_de_operador a where operador_id = ${rita.id}`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(second.hash.slice(1))
    expect(Number(rows[0]?.hours)).toBeLessThanOrEqual(ACCESO_DE_OPERADOR_HORAS)
    expect(Number(rows[0]?.hours)).toBeGreaterThan(ACCESO_DE_OPERADOR_HORAS - 1)
    expect((await auditOf(rita.id)).slice(-2)).toEqual(['dar_acceso', 'dar_acceso'])
  })

  test('ends the sessions of its operator at once, also when a responsable asks for the own one without --as', async () => {
    const eva = await makeSignedInOperator(app)
    expect(await operate(app, 'access', eva.email)).toMatchObject({ code: 0 })
    expect(await app.sql`select from auth.sessions where user_id = ${eva.id}`).toHaveLength(0)
  })
})

test('the audit says when an operator enrols a factor and when one enters, and shows both as sentences', async () => {
  const eva = await makeSignedInOperator(app)
  await signInOperator(app, eva)
  expect(await auditOf(eva.id)).toEqual(['crear_operador', 'registrar_factor', 'entrar', 'entrar'])
  const { out } = await operate(app, 'audit', '--about', eva.email)
  expect(out).toContain(`${eva.email} ${textos.actos.entrar}`)
  expect(out).toContain(`${eva.email} ${textos.actos.registrar_factor}`)
})
