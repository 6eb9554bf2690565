import { publicos } from '@maestros/dominio/seguridad/textos-de-rechazo'
import {
  pareceContacto,
  rechazoDeTextoPublico,
  TEXTOS_PUBLICOS,
} from '@maestros/dominio/seguridad/textos-publicos'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests } from '../setup/app.ts'
import { makeMaestro, makePerson, makeResena, type TestMaestro } from '../setup/rows/maestros.ts'
import { DESCRIPCIONES, NOMBRES } from './allowed-texts.ts'

/** Public texts contain no contact data: through the data surface, at sign-up and in the database itself. */

const app = appForTests()
let luis: TestMaestro
let resena: string
beforeAll(async () => {
  luis = await makeMaestro(app)
  resena = await makeResena(app, { maestro: luis.id, puntuacion: 5 })
})

const COLUMNS = Object.entries(TEXTOS_PUBLICOS).flatMap(([table, fields]) =>
  Object.entries(fields).map(([column, field]) => ({ table, column, field })),
)
const OWN = COLUMNS.filter(({ table }) => table === 'maestros')

/** Long enough for every column; all but a few characters are plain words. */
const around = (text: string) => `Trabajo en toda la ciudad, ${text} con gusto y garantía`

const update = (column: string, value: unknown) =>
  luis.client
    .from('maestros')
    .update({ [column]: value })
    .eq('id', luis.id)

const CONTACT = [
  'cinco cinco uno dos tres cuatro cinco seis siete ocho',
  'taller@example.com',
  'www.taller.mx',
  'wa.me/5215512345678',
  '@plomero_juan',
  'búscame en face como Juan Pérez',
  'me encuentras en face',
  'salgo como Juan Pérez en face',
  'insta salgo juan_plomero',
  '55 años 1234 metros 5678 pesos',
  '55 años, 4132 y 9877',
  'marca 55 años 41 metros 32 pesos 98 horas 77 días',
  '55 pesos 41 pesos 32 pesos 98 pesos 77 pesos',
]

describe.each(OWN)('maestros.$column', ({ column, field }) => {
  test('refuses contact data with a sentence that names it', async () => {
    expect(await update(column, around('55 1234 5678'))).toMatchObject({
      status: 422,
      error: { code: 'PT422', message: publicos.contacto(field), details: column, hint: null },
    })
    const card = await update(column, around('4111 1111 1111 1111'))
    expect(card.error?.message).toBe(publicos.tarjeta(field))
  })
})

test.each(CONTACT)('contact data is found in every form: %s', async (text) => {
  expect((await update('descripcion', around(text))).error?.message).toBe(
    publicos.contacto(publicos.campos.descripcion),
  )
})

test('contact data is found in each row, in numbers and objects, and in the columns that are written', async () => {
  const table = () => luis.client.from('maestros')
  const row = { id: luis.id, nombre: 'Luis', apellido: 'Hernández' }
  const refusal = publicos.contacto(publicos.campos.nombre)
  const many = await table().upsert([row, { ...row, nombre: 'Luis 5512345678' }])
  expect(many.error?.message).toBe(refusal)
  expect((await update('nombre', 5512345678)).error?.message).toBe(refusal)
  expect((await update('nombre', ['55 1234 5678'])).error?.message).toBe(refusal)
  expect((await update('nombre', { tel: '55 1234 5678' })).error?.message).toBe(refusal)
  // Another JSON notation of the name and the digits.
  const escaped = await fetch(`${app.url}/rest/v1/maestros?id=eq.${luis.id}`, {
    method: 'PATCH',
    headers: {
      apikey: app.services.secrets.publishableKey,
      authorization: `Bearer ${luis.token}`,
      'content-type': 'application/json',
    },
    body: String.raw`{"nombre": "Luis", "nom\u0062re": "\u0035512345678"}`,
  })
  expect([escaped.status, await escaped.json()]).toMatchObject([422, { message: refusal }])
  // A column that the request does not write is not checked.
  const headers = { 'content-type': 'application/json', prefer: 'resolution=merge-duplicates' }
  const narrowed = await fetch(`${app.url}/rest/v1/maestros?columns=id,nombre,apellido`, {
    method: 'POST',
    headers: {
      ...headers,
      apikey: app.services.secrets.publishableKey,
      authorization: `Bearer ${luis.token}`,
    },
    body: JSON.stringify([{ ...row, descripcion: '55 1234 5678' }]),
  })
  expect(narrowed.status).toBe(200)
})

test('the phone number of a reference has its own column and is not a public text', async () => {
  expect((await update('referencia1_numero_referencia', '5512345678')).error).toBeNull()
})

test('more public text than one request may write is refused', async () => {
  const rows = Array.from({ length: 40 }, () => ({
    id: luis.id,
    descripcion: 'Cumplo y soy puntual. '.repeat(45),
  }))
  const { error, status } = await luis.client.from('maestros').upsert(rows)
  expect([status, error?.code]).toEqual([413, 'PGRST102'])
})

describe('sign-up', () => {
  const signUp = (role: string, data: object) =>
    app.client().auth.signUp({
      email: `persona${Math.random()}@example.com`,
      password: 'una contraseña larga',
      options: { data: { role, nombre: 'Ana', apellido: 'Ruiz', ...data } },
    })

  test.each(['buscador', 'maestro'])('of a %s refuses contact data in the names', async (role) => {
    for (const [data, field] of [
      [{ nombre: 'Ana 55 1234 5678' }, publicos.campos.nombre],
      [{ apellido: 'Ruiz @ana_ruiz' }, publicos.campos.apellido],
      [{ display_name: 'Ana www.taller.mx' }, publicos.campos.nombre],
      // Each part alone is harmless; the database joins them into the displayed name.
      [{ nombre: 'Ana 55 1234', apellido: '5678' }, publicos.campos.nombre],
      [{ nombre: 'Ana 5658 1111' }, publicos.campos.nombre],
    ] as const) {
      const { error } = await signUp(role, data)
      expect([data, error?.status, error?.code, error?.message]).toEqual([
        data,
        422,
        'validation_failed',
        publicos.contacto(field),
      ])
    }
    expect((await signUp(role, {})).error).toBeNull()
  })
})

/**
 * Ten digits with an area code of the country, written so that people but not simple programs can read them.
 */
const phone = fc
  .tuple(
    fc.constantFrom('55', '56', '33', '81'),
    fc.stringMatching(/^[1-9]{8}$/),
    fc.constantFrom('', ' ', '-', '.', ' - '),
    fc.constantFrom('whole', 'pairs', 'fours', 'singles'),
    fc.constantFrom('', '+52 ', '+52 1 '),
    fc.constantFrom('ascii', 'wide', 'bold'),
  )
  .map(([area, rest, sign, grouping, prefix, digits]) => {
    const number = area + rest
    const size = { whole: 10, pairs: 2, fours: 4, singles: 1 }[grouping]
    const grouped = number.match(new RegExp(`.{1,${size}}`, 'g'))?.join(sign) ?? number
    const zero = { ascii: 0x30, wide: 0xff10, bold: 0x1d7ce }[digits]
    return prefix + grouped.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  })

describe('a phone number in any spelling', () => {
  test('is refused in every public column by the code', () => {
    fc.assert(
      fc.property(phone, fc.constantFrom(...COLUMNS), (number, { field }) => {
        expect(rechazoDeTextoPublico(field, around(number))).toBe(publicos.contacto(field))
      }),
      { numRuns: 500 },
    )
  })

  test('is refused in every public column by the database, for any writer', async () => {
    const rowOf = { profiles: luis.id, maestros: luis.id, resenas: resena }
    const service = app.client(app.services.secrets.secretKey)
    await fc.assert(
      fc.asyncProperty(phone, fc.constantFrom(...COLUMNS), async (number, { table, column, field }) => {
        const id = rowOf[table as keyof typeof rowOf]
        const answered = column === 'respuesta' ? app.sql`, respondido_en = now()` : app.sql``
        await expect(
          app.sql`update ${app.sql(table)} set ${app.sql(column)} = ${around(number)} ${answered} where id = ${id}`,
        ).rejects.toMatchObject({ code: 'PT422', message: publicos.contacto(field), detail: column })
        const { error } = await service
          .from(table)
          .update({ [column]: around(number) })
          .eq('id', id)
        expect(error).toMatchObject({ code: 'PT422', message: publicos.contacto(field) })
      }),
      { numRuns: 60 },
    )
  })

  test('is refused in every public column of a new row by the database', async () => {
    const text = around('55 1234 5678')
    for (const { table, column, field } of COLUMNS.filter((one) => one.table !== 'profiles')) {
      const person = await makePerson(app, table === 'maestros' ? 'maestro' : 'buscador')
      const row =
        table === 'maestros'
          ? { id: person.id, nombre: 'Luis', apellido: 'Mora' }
          : { maestro_id: luis.id, buscador_id: person.id, puntuacion: 5, trabajo_realizado: true }
      const answered = column === 'respuesta' ? { respondido_en: new Date() } : {}
      await expect(
        app.sql`insert into public.${app.sql(table)} ${app.sql({ ...row, ...answered, [column]: text })}`,
        `${table}.${column}`,
      ).rejects.toMatchObject({ code: 'PT422', message: publicos.contacto(field), detail: column })
    }
  })

  test('is refused in a profile that the owner of the database creates', async () => {
    const metadata = JSON.stringify({ role: 'buscador', nombre: 'Ana 55 1234 5678', apellido: 'Ruiz' })
    await expect(app.sql`
      insert into auth.users (email, encrypted_password, raw_user_meta_data)
      values ('otra@example.com', 'x', ${metadata}::text::jsonb)`).rejects.toMatchObject({ code: 'PT422' })
  })
})

describe('honest texts', () => {
  test.each(NOMBRES)('the name %s is accepted', async (nombre) => {
    for (const { field, column } of OWN)
      expect([column, rechazoDeTextoPublico(field, nombre)]).toEqual([column, undefined])
    const row = { nombre, apellido: nombre, referencia1_nombre_cliente: nombre }
    expect((await luis.client.from('maestros').update(row).eq('id', luis.id)).error).toBeNull()
  })

  test.each(DESCRIPCIONES)('the description "%s" is accepted', async (texto) => {
    const row = { descripcion: texto, referencia2_descripcion_trabajo: texto }
    expect((await luis.client.from('maestros').update(row).eq('id', luis.id)).error).toBeNull()
    const review = app.sql`update public.resenas set comentario = ${texto} where id = ${resena}`
    expect((await review).count).toBe(1)
  })

  test('an old text that the rule would refuse does not prevent a change of another column', async () => {
    const { id, client } = await makeMaestro(app)
    await app.sql`alter table public.maestros disable trigger maestros_refuse_contact_data`
    await app.sql`update public.maestros set descripcion = ${around('55 1234 5678')} where id = ${id}`
    await app.sql`alter table public.maestros enable trigger maestros_refuse_contact_data`
    expect((await client.from('maestros').update({ nombre: 'Pedro' }).eq('id', id)).error).toBeNull()
  })
})

describe('the list of public columns and the basic rule', () => {
  test('are the same in dominio and in the database', async () => {
    const triggers = await app.sql<{ table: string; columns: string[]; args: string }[]>`
      select c.relname as table, encode(t.tgargs, 'hex') as args,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (t.tgattr)) as columns
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgfoid = 'interno.exigir_textos_sin_contacto'::regproc`
    const listed = triggers.map(({ table, args }) => {
      const words = Buffer.from(args, 'hex').toString('utf8').split('\0').slice(0, -1)
      return [
        table,
        Object.fromEntries(words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1]]] : []))),
      ]
    })
    expect(Object.fromEntries(listed)).toEqual(TEXTOS_PUBLICOS)
    for (const { table, columns } of triggers) {
      expect(columns.sort()).toEqual(Object.keys(TEXTOS_PUBLICOS[table] ?? {}).sort())
    }
  })

  test('give the same result for every text', async () => {
    const pieces = fc.constantFrom(
      ...[
        '5',
        '12',
        '2019',
        '1998',
        '20',
        '56581111',
        ' ',
        '-',
        '.',
        '(',
        ')',
        '–',
        ',',
        '/',
        ' a ',
        '$',
        '@',
        'juan',
      ],
      ...[
        '@juan',
        'http',
        '://',
        'www',
        '.mx',
        'Cédula ',
        'cedula profesional: ',
        '5',
        '①',
        '\u200b',
        '\u00a0',
        '\n',
        'ñ',
        '_',
      ],
    )
    const texts = fc.sample(
      fc.array(pieces, { minLength: 1, maxLength: 14 }).map((parts) => parts.join('')),
      3000,
    )
    const all = [...texts, ...NOMBRES, ...DESCRIPCIONES, ...CONTACT]
    const rows = await app.sql<{ contact: boolean }[]>`
      select interno.parece_contacto(t) as contact from unnest(${all}::text[]) with ordinality u (t, n) order by n`
    const differ = all.filter((text, i) => rows[i]?.contact !== pareceContacto(text))
    expect(differ).toEqual([])
    const contacts = rows.filter(({ contact }) => contact).length
    expect(contacts).toBeGreaterThan(300)
    expect(contacts).toBeLessThan(all.length - 300)
  })
})
