import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { beforeAll, describe, expect, test } from 'vitest'
import { eraseAccount } from '../../../src/subjects/cuenta/erase.ts'
import { appForTests } from '../../setup/app.ts'
import { makeProofOfAddress } from '../../setup/rows/documents.ts'
import { emailOf, makeBuscador, makeMaestro, suspend } from '../../setup/rows/maestros.ts'
import { failure, makeOperator, operate, type TestOperator } from '../../setup/rows/operators.ts'

const app = appForTests()
let olga: TestOperator

const REASON = 'La foto no se lee. Toma otra con más luz.'
const auditCount = async () => (await app.sql`select from interno.auditoria`).length

test('the first operator is created without --as, and every other one by an operator', async () => {
  const names = ['--nombre', 'Olga', '--apellido', 'Ortega']
  expect(await operate(app, 'create', 'Olga@Example.com', ...names)).toEqual({
    code: 0,
    out: expect.stringMatching(
      new RegExp(`^${textos.creado('olga@example.com')}\\n.+: ${app.url}/operacion/acceso#[\\w-]{43}$`),
    ),
    err: '',
  })
  expect(await operate(app, 'create', 'otro@example.com', ...names)).toMatchObject(
    failure(textos.errores.sin_operador),
  )
  const second = await operate(
    app,
    'create',
    'otro@example.com',
    ...names,
    '--nivel',
    'responsable',
    '--as',
    'olga@example.com',
    '--json',
  )
  expect(second.code).toBe(0)
  const { id } = JSON.parse(second.out)
  const [profile] = await app.sql`select role, nombre from public.profiles where id = ${id}`
  expect(profile).toEqual({ role: 'operador', nombre: 'Olga' })
  expect(
    await operate(app, 'create', 'otro@example.com', ...names, '--as', 'olga@example.com'),
  ).toMatchObject(failure(textos.errores.correo))
  const audit = await app.sql`
    select o.email, a.sobre = a.operador_id as propio from interno.auditoria a
    join auth.users o on o.id = a.operador_id where a.acto = 'crear_operador' order by a.id`
  expect([...audit]).toEqual([
    { email: 'olga@example.com', propio: true },
    { email: 'olga@example.com', propio: false },
  ])
})

test('an operator is created without --as when all of the level responsable are suspended or erased, and not before', async () => {
  const names = ['--nombre', 'Nora', '--apellido', 'Nava']
  const [first, second] = await app.sql<
    { id: string }[]
  >`select id from public.profiles where role = 'operador'`
  await suspend(app, first!.id)
  const create = () => operate(app, 'create', 'nora@example.com', ...names)
  expect(await create()).toMatchObject(failure(textos.errores.sin_operador))
  await eraseAccount(app.services, second!.id)
  expect(await create()).toMatchObject({ code: 0 })
  expect(await operate(app, 'create', 'otra@example.com', ...names)).toMatchObject({ code: 1 })
})

describe('decisions', () => {
  beforeAll(async () => {
    olga = await makeOperator(app)
  })
  const stateOf = async (id: string) =>
    (await app.sql`select tipo, estado from interno.estado_verificacion(${id})`).map(
      ({ tipo, estado }) => `${tipo} ${estado}`,
    )

  test('verify by e-mail and reject by id change the states and say so, and review todo leaves decided data as they are', async () => {
    const { id } = await makeMaestro(app)
    const by = ['--as', olga.email.toUpperCase()]
    const early = await operate(app, 'verify', id, 'todo', ...by)
    expect(early).toEqual(failure(textos.errores.sin_comprobante))
    await makeProofOfAddress(app.sql, id)
    const done = await operate(app, 'verify', await emailOf(app, id), 'todo', ...by)
    expect(done).toEqual({
      code: 0,
      out: 'INE: verificado\nDomicilio: verificado\nCURP: verificado',
      err: '',
    })
    expect(await stateOf(id)).toEqual(['ine verificado', 'domicilio verificado', 'curp verificado'])
    const rejected = await operate(app, 'reject', id, 'ine', '--motivo', REASON, ...by, '--json')
    expect(JSON.parse(rejected.out)).toEqual({
      maestro: id,
      estado: 'rechazado',
      datos: [{ dato: 'ine', estado: 'rechazado', cambio: true }],
    })
    const repeated = await operate(app, 'reject', id, 'ine', '--motivo', REASON, ...by)
    expect(repeated).toMatchObject({ code: 0, out: `INE: rechazado. ${textos.sinCambio}` })
    expect((await operate(app, 'review', id, 'todo', '--as', olga.email)).out).toBe(
      ['INE: rechazado', 'Domicilio: verificado', 'CURP: verificado']
        .map((line) => `${line}. ${textos.sinCambio}`)
        .join('\n'),
    )
    await operate(app, 'review', id, 'ine', '--as', olga.email)
    expect(await stateOf(id)).toEqual(['ine en_revision', 'domicilio verificado', 'curp verificado'])
  })

  test('suspend and restore change the account and say so', async () => {
    const { id } = await makeBuscador(app)
    const email = await emailOf(app, id)
    const args = ['--motivo', 'Datos falsos en su perfil', '--as', olga.email]
    expect(await operate(app, 'suspend', email, ...args)).toMatchObject({
      code: 0,
      out: textos.suspendida(email),
    })
    const isSuspended = async () =>
      (await app.sql`select from public.profiles where id = ${id} and suspendido_en is not null`).length === 1
    expect(await isSuspended()).toBe(true)
    expect((await operate(app, 'suspend', email, ...args)).out).toContain(textos.sinCambio)
    expect(await operate(app, 'restore', id, ...args)).toMatchObject({
      code: 0,
      out: textos.restaurada(email),
    })
    expect(await isSuspended()).toBe(false)
    expect(await operate(app, 'suspend', olga.email, ...args)).toMatchObject(failure(textos.errores.propia))
  })

  test('by someone who is no operator, or about an unknown account, change nothing', async () => {
    const [ana, luis] = [await makeBuscador(app), await makeMaestro(app)]
    const before = await auditCount()
    for (const [argv, sentence] of [
      [['verify', luis.id, 'ine', '--as', await emailOf(app, ana.id)], textos.errores.operador],
      [['verify', luis.id, 'ine', '--as', 'nadie@example.com'], textos.errores.operador],
      [['verify', ana.id, 'ine', '--as', olga.email], textos.errores.maestro],
      [['verify', 'nadie@example.com', 'ine', '--as', olga.email], textos.errores.cuenta],
      [['reject', luis.id, 'ine', '--motivo', 'corto', '--as', olga.email], textos.errores.motivo],
      [['suspend', luis.id, '--motivo', 'x'.repeat(501), '--as', olga.email], textos.errores.motivo],
      [
        ['create', 'n@example.com', '--nombre', '55 1234 5678', '--apellido', 'Z', '--as', olga.email],
        textos.errores.nombre,
      ],
      [
        ['create', 'n@example.com', '--nombre', 'N'.repeat(101), '--apellido', 'Z', '--as', olga.email],
        textos.errores.nombre,
      ],
    ] as const) {
      expect(await operate(app, ...argv)).toEqual(failure(sentence))
    }
    expect(await auditCount()).toBe(before)
  })
})

describe('lists', () => {
  test('tickets show who asks for help, newest first or the oldest open one first, with the time of Mexico City, without control characters of their texts', async () => {
    expect((await operate(app, 'tickets')).out).toBe(textos.sinTickets)
    const { id } = await makeBuscador(app)
    for (const mensaje of ['No puedo entrar', 'Borra \u001b[2Jla pantalla\nsegunda línea']) {
      await app.sql`
        insert into public.tickets (usuario_id, nombre, correo, mensaje, creado_en)
        values (${id}, 'Ana Ruiz', 'ana@example.com', ${mensaje}, clock_timestamp())`
    }
    const { out, code } = await operate(app, 'tickets')
    expect(code).toBe(0)
    expect(out).not.toContain('\u001b')
    expect(out).toMatch(
      /Ana Ruiz <ana@example\.com>\n {4}\| Borra ·\[2Jla pantalla\n {4}\| segunda línea\n.*\n {4}\| No puedo entrar/,
    )
    const one = JSON.parse((await operate(app, 'tickets', '--limit', '1', '--json')).out)
    expect(one).toMatchObject([{ nombre: 'Ana Ruiz', mensaje: 'Borra \u001b[2Jla pantalla\nsegunda línea' }])
    expect(out).not.toContain('más. Usa')
    const open = (await operate(app, 'tickets', '--open', '--limit', '1')).out.split('\n')
    expect(open.slice(1)).toEqual(['    | No puedo entrar', textos.hayMas(1)])
    await app.sql`update public.tickets set creado_en = '2026-01-02T03:04:05Z' where mensaje = 'No puedo entrar'`
    expect((await operate(app, 'tickets')).out).toMatch(/^2026-01-01 21:04:05 {2}/m)
  })

  test('reports say that there are none', async () => {
    expect(await operate(app, 'reports')).toEqual({ code: 0, out: textos.sinReportes, err: '' })
    expect((await operate(app, 'reports', '--json')).out).toBe('[]')
  })

  test('searches show what was searched in vain, by day, borough and trade', async () => {
    expect((await operate(app, 'searches')).out).toBe(textos.sinBusquedas)
    await app.sql`
      insert into interno.busquedas_diarias (alcaldia, dia, oficio, total, sin_resultado)
      select alcaldia, interno.dia_de_la_ciudad(now()) - dias, oficio, total, nadie
      from (values ('Tlalpan', 0, 'Pintura', 0, 3), ('Tlalpan', 1, 'Pintura', 2, 9), ('Tláhuac', 0, 'Herrería', 0, 7),
        ('Tláhuac', 0, 'Plomería', 5, 0)) v (alcaldia, dias, oficio, total, nadie)`
    const { out, code } = await operate(app, 'searches')
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.replace(/^\S+ +/, ''))).toEqual([
      '7  Herrería en Tláhuac',
      '3  Pintura en Tlalpan',
      '9  Pintura en Tlalpan  (2 más encontraron a alguien)',
    ])
    const json = JSON.parse((await operate(app, 'searches', '--limit', '1', '--json')).out)
    expect(json).toMatchObject([
      { alcaldia: 'Tláhuac', oficio: 'Herrería', sin_resultado: 7, con_resultado: 0 },
    ])
  })

  test('audit shows who did what about whom, and about one account', async () => {
    const { id } = await makeMaestro(app)
    const email = await emailOf(app, id)
    await operate(app, 'review', id, 'curp', '--as', olga.email)
    await operate(app, 'reject', id, 'curp', '--motivo', REASON, '--as', olga.email)
    const line = new RegExp(
      `${olga.email} rechazó a ${email} \\(${id}\\) {2}tipo: curp; antes: en_revision; motivo: ${REASON}\n.* puso en revisión a .*`,
    )
    for (const about of [email, id]) {
      const { out } = await operate(app, 'audit', '--about', about)
      expect(out.split('\n')).toHaveLength(2)
      expect(out).toMatch(line)
    }
    const [newest] = JSON.parse((await operate(app, 'audit', '--limit', '1', '--json')).out)
    expect(newest).toMatchObject({ operador: olga.email, acto: 'rechazar', sobre: id, cuenta: email })
    await app.sql`delete from auth.users where id = ${id}`
    expect((await operate(app, 'audit', '--about', id)).out).toContain(textos.cuentaBorrada)
  })

  test('audit and reports say when there is nothing about an account, and refuse an id that no account has', async () => {
    const { id } = await makeBuscador(app)
    expect((await operate(app, 'audit', '--about', id)).out).toBe(textos.sinActos)
    expect((await operate(app, 'reports', '--about', id)).out).toBe(textos.sinReportes)
    for (const order of ['audit', 'reports']) {
      expect(await operate(app, order, '--about', '00000000-0000-4000-8000-000000000009')).toEqual(
        failure(textos.errores.cuenta),
      )
    }
  })
})

describe('the arguments', () => {
  const ID = '00000000-0000-4000-8000-000000000000'
  test('--help explains every command, and one command', async () => {
    const { out, code } = await operate(app, '--help')
    expect(code).toBe(0)
    for (const { uso, texto } of Object.values(textos.ordenes)) {
      expect(out).toContain(uso)
      expect(out).toContain(texto)
      const [name = ''] = uso.split(' ')
      expect((await operate(app, name, '--help')).out).toBe(`${textos.usoDe(uso)}\n\n${texto}`)
    }
  })

  test.each([
    [[], textos.sinOrden],
    [['borrar'], textos.ordenDesconocida('borrar')],
    [['constructor'], textos.ordenDesconocida('constructor')],
    [['verify'], textos.faltaArgumento(textos.argumentos.maestro)],
    [['verify', 'a@b.mx'], textos.faltaArgumento(textos.argumentos.dato)],
    [['verify', 'a@b.mx', 'rfc', '--as', 'o@b.mx'], textos.datoDesconocido('rfc')],
    [['verify', 'a@b.mx', 'ine'], textos.faltaOpcion('as')],
    [['verify', 'a@b.mx', 'ine', '--as', ' '], textos.faltaOpcion('as')],
    [['verify', 'a@b.mx', 'ine', '--as'], textos.opcionSinValor('--as')],
    [['verify', 'a@b.mx', 'ine', '--json=x'], textos.opcionConValor('--json')],
    [['tickets', 'answer', 'x', '--text', '- Primero'], textos.opcionSinValor('--text')],
    [['verify', 'a@b.mx', 'ine', 'curp', '--as', 'o@b.mx'], textos.argumentoDeMas('curp')],
    [['verify', 'Juan', 'ine', '--as', 'o@b.mx'], textos.cuentaInvalida('Juan')],
    [['verify', 'a@b.mx', 'ine', '--motivo', 'x', '--as', 'o@b.mx'], textos.opcionAjena('motivo')],
    [['reject', 'a@b.mx', 'ine', '--as', 'o@b.mx'], textos.faltaOpcion('motivo')],
    [['suspend', 'a@b.mx', '--as', 'o@b.mx'], textos.faltaOpcion('motivo')],
    [['create', 'olga'], textos.correoInvalido('olga')],
    [['create', 'o@b.mx', '--nombre', 'Olga'], textos.faltaOpcion('apellido')],
    [['tickets', '--limit', '0'], textos.limiteInvalido('0')],
    [['tickets', '--limit', 'mil'], textos.limiteInvalido('mil')],
    [['audit', '--nada'], textos.opcionDesconocida('--nada')],
    [['jobs', 'borra'], textos.argumentoDeMas('borra')],
    [['jobs', 'retry'], textos.faltaArgumento(textos.argumentos.trabajoOTodos)],
    [['jobs', 'drop'], textos.faltaArgumento(textos.argumentos.trabajo)],
    [['jobs', 'retry', 'uno', '--as', 'o@b.mx'], textos.trabajoInvalido('uno')],
    [['jobs', 'drop', 'all', '--as', 'o@b.mx'], textos.trabajoInvalido('all')],
    [['jobs', 'retry', '1'], textos.faltaOpcion('as')],
    [['jobs', 'drop', '1', '--as', 'o@b.mx'], textos.faltaOpcion('motivo')],
    [['reports', 'borra'], textos.argumentoDeMas('borra')],
    [['reports', 'show'], textos.faltaArgumento(textos.argumentos.reporte)],
    [['reports', 'show', 'uno'], textos.reporteInvalido('uno')],
    [['reports', 'show', '1'], textos.faltaOpcion('as')],
    [['reports', 'close', '1', '--as', 'o@b.mx'], textos.faltaOpcion('note')],
    [['reports', 'close', '1', '--note', 'Una nota larga'], textos.faltaOpcion('as')],
    [['account'], textos.faltaArgumento(textos.argumentos.cuentaOTelefono)],
    [['account', 'Juan', '--as', 'o@b.mx'], textos.cuentaInvalida('Juan')],
    [['account', '1234567', '--as', 'o@b.mx'], textos.cuentaInvalida('1234567')],
    [['account', 'a@b.mx'], textos.faltaOpcion('as')],
    [['tickets', 'borrar'], textos.argumentoDeMas('borrar')],
    [['tickets', 'show'], textos.faltaArgumento(textos.argumentos.ticket)],
    [['tickets', 'show', ID], textos.faltaOpcion('as')],
    [['tickets', 'show', '17'], textos.ticketInvalido('17')],
    [['tickets', 'show', ID, 'x'], textos.argumentoDeMas('x')],
    [['tickets', 'answer', ID, '--as', 'o@b.mx'], textos.faltaOpcion('text')],
    [['tickets', 'answer', ID, '--text', 'Hola'], textos.faltaOpcion('as')],
    [['tickets', 'state', ID], textos.faltaArgumento(textos.argumentos.estado)],
    [['tickets', 'state', ID, 'x', '--as', 'o@b.mx'], textos.estadoDesconocido('x')],
  ])('%j are refused with exit code 2', async (argv, sentence) => {
    const { code, out, err } = await operate(app, ...argv)
    expect({ code, out, sentence: err.split('\n')[0] }).toEqual({
      code: 2,
      out: '',
      sentence: `Error: ${sentence}`,
    })
  })
})
