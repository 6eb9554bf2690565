import type { Onboarding } from '@maestros/dominio/onboarding/formulario'
import { erroresDeOnboarding as errores } from '@maestros/dominio/onboarding/textos'
import { publicos } from '@maestros/dominio/seguridad/textos-de-rechazo'
import { describe, expect, test } from 'vitest'
import { appForTests, startApp } from '../setup/app.ts'
import { call, search } from '../setup/functions.ts'
import { addressOf, documentNames, makeDocuments } from '../setup/rows/documents.ts'
import { makeMaestro, signIn, type TestPerson } from '../setup/rows/maestros.ts'
import { formOf, makeNewcomer, makeOptionalDocuments } from '../setup/rows/onboarding.ts'
import { decide, makeOperator, operate } from '../setup/rows/operators.ts'

const app = appForTests()

const submit = (person: TestPerson, form: Onboarding) =>
  call(person.client, 'onboarding-enviar', { body: form })
const rowOf = async (id: string) => (await app.sql`select * from public.maestros where id = ${id}`)[0]
const chosen = async (table: 'oficio' | 'alcaldia', id: string) =>
  (
    await app.sql<{ name: string }[]>`
      select ${app.sql(table)} as name from public.${app.sql(`maestro_${table}s`)} where maestro_id = ${id} order by orden`
  ).map(({ name }) => name)
const welcomes = async (id: string) =>
  (
    await app.sql<{ n: number }[]>`
      select count(*)::int as n from graphile_worker._private_jobs j
      where j.payload ->> 'userId' = ${id}`
  )[0]?.n
/** Nothing of an onboarding was written. */
async function expectNothing(id: string) {
  expect(await rowOf(id)).toBeUndefined()
  expect(await chosen('oficio', id)).toEqual([])
  expect(await chosen('alcaldia', id)).toEqual([])
  expect(await welcomes(id)).toBe(0)
}

describe('a submitted onboarding', () => {
  test('completes the profile with every field of the form [7.write.03] [7.write.04] [7.sto.10] [5.onb.19]', async () => {
    const person = await makeNewcomer(app)
    const documents = await makeOptionalDocuments(app, person.id)
    await call(person.client, 'onboarding-borrador', {
      body: { cambios: { selfie: { base: 0, valor: person.form.selfie } } },
    })
    const answer = await submit(person, { ...person.form, ...documents })
    expect(answer).toMatchObject({ status: 200, data: { success: true } })
    expect(await rowOf(person.id)).toMatchObject({
      nombre: 'Nuria',
      apellido: 'Nava',
      telefono: '5512345678',
      alcaldia: 'Tlalpan',
      descripcion: person.form.descripcion,
      foto_perfil_url: addressOf(documentNames(person.id, '1.webp').foto),
      ine_url: addressOf(documentNames(person.id, '1.webp').ine),
      curp: 'HEGG560427MVZRRL04',
      domicilio: person.form.domicilio,
      referencia1_nombre_cliente: 'Rosa Martínez',
      referencia2_numero_referencia: '5533334444',
      terminos_aceptados: true,
      fecha_aceptacion: new Date('2026-01-01T00:00:00Z'),
      perfil_completo: true,
      reputacion_nivel: 'nuevo',
    })
    expect(await chosen('oficio', person.id)).toEqual(person.form.oficios)
    expect(await chosen('alcaldia', person.id)).toEqual(person.form.alcaldias)
    const { data } = await person.client.from('maestro_documentos').select('tipo, objeto').order('tipo')
    expect(data).toEqual([
      { tipo: 'comprobante_domicilio', objeto: documents.comprobante_domicilio },
      { tipo: 'ine_reverso', objeto: documents.ine_reverso },
    ])
    expect(await app.sql`select from interno.borradores where maestro_id = ${person.id}`).toHaveLength(0)
    expect(
      await app.sql`select from storage.objects where owner = ${person.id} and unused_since is not null`,
    ).toHaveLength(0)
  })

  test('whose row had another photo before can be decided about', async () => {
    const person = await makeNewcomer(app)
    const { foto_perfil_url, ine_url } = await makeDocuments(app, person.id, { file: '2.webp' })
    const early = { id: person.id, nombre: 'Nuria', apellido: 'Nava', foto_perfil_url, ine_url }
    expect((await person.client.from('maestros').insert(early)).error).toBeNull()
    expect((await submit(person, person.form)).status).toBe(200)
    await decide(app, await makeOperator(app), person.id, 'ine', 'verificado')
    expect(await rowOf(person.id)).toMatchObject({ identidad_verificada: true })
  })

  test('stores the own phone number without the separators that were typed', async () => {
    const person = await makeNewcomer(app)
    const datos = { ...person.form.datos, telefono: ' (55) 1234-5678' }
    expect((await submit(person, { ...person.form, datos })).status).toBe(200)
    expect((await rowOf(person.id))?.telefono).toBe('5512345678')
  })

  test('is in the directory at once, with the first trade and borough as the main ones, and follows a change of them', async () => {
    const person = await makeNewcomer(app)
    const form = {
      ...person.form,
      oficios: ['Carpintería', 'Herrería'],
      alcaldias: ['Milpa Alta', 'Tláhuac'],
    }
    expect((await submit(person, form)).status).toBe(200)
    const found = async (alcaldia: string, oficio: string) => {
      const { data } = await search(app.client(), { alcaldia, oficio })
      return (data as { id: string; oficio_principal: string }[]).find(({ id }) => id === person.id)
    }
    expect(await found('Tláhuac', 'Herrería')).toMatchObject({ oficio_principal: 'Carpintería' })
    // The specification's own way to change them: delete, then insert.
    await person.client.from('maestro_oficios').delete().eq('maestro_id', person.id)
    await person.client
      .from('maestro_oficios')
      .insert(['Herrería', 'Pintura'].map((oficio) => ({ maestro_id: person.id, oficio })))
    expect(await found('Tláhuac', 'Pintura')).toMatchObject({ oficio_principal: 'Herrería' })
    expect(await found('Tláhuac', 'Carpintería')).toBeUndefined()
  })

  test('queues one welcome e-mail, however often it is repeated and by whichever function', async () => {
    const person = await makeNewcomer(app)
    const other = await signIn(app, person.id)
    const answers = await Promise.all([
      submit(person, person.form),
      submit(other, { ...person.form, descripcion: `${person.form.descripcion} Otra.` }),
      submit(person, person.form),
    ])
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(3).fill([200, '{"success":true}']),
    )
    const before = await rowOf(person.id)
    // After the success nothing is written any more.
    expect((await submit(other, { ...person.form, domicilio: 'Otra calle número 9' })).status).toBe(200)
    expect(await rowOf(person.id)).toEqual(before)
    const welcome = { body: { maestro_id: person.id } }
    expect((await call(person.client, 'send-maestro-welcome-email', welcome)).status).toBe(200)
    expect(await welcomes(person.id)).toBe(1)
  })

  test('that the specification’s own calls wrote gets its e-mail by send-maestro-welcome-email, once', async () => {
    const luis = await makeMaestro(app, { nombre: 'Luis' })
    const welcome = { body: { maestro_id: luis.id } }
    for (let times = 0; times < 3; times += 1) {
      expect((await call(luis.client, 'send-maestro-welcome-email', welcome)).status).toBe(200)
    }
    expect(await welcomes(luis.id)).toBe(1)
    await app.runJobs()
    expect(await welcomes(luis.id)).toBe(0)
  })

  test.each<[string, (form: Onboarding) => Onboarding, string]>([
    [
      'a trade that does not exist',
      (form) => ({ ...form, oficios: ['Plomería', 'Brujería'] }),
      errores.oficioInactivo('Brujería'),
    ],
    [
      'a borough that does not exist',
      (form) => ({ ...form, alcaldias: ['Narnia'] }),
      errores.alcaldiaInactiva('Narnia'),
    ],
    ['a short CURP', (form) => ({ ...form, curp: 'ABC' }), errores.curpInvalida],
    [
      'a telephone in the description',
      (form) => ({ ...form, descripcion: `${form.descripcion} Llama al 55 1234 5678` }),
      publicos.contacto(publicos.campos.descripcion),
    ],
    ['the selfie as document', (form) => ({ ...form, ine: form.selfie }), errores.ineAjena],
    ['the document as selfie', (form) => ({ ...form, selfie: form.ine }), errores.fotoAjena],
    [
      'an address elsewhere as document',
      (form) => ({ ...form, ine: 'https://example.com/ine_1.jpg' }),
      errores.ineAjena,
    ],
    [
      'an optional document that is none',
      (form) => ({ ...form, comprobante_domicilio: form.ine }),
      errores.comprobanteAjeno,
    ],
    [
      'another document as the back of the INE',
      (form) => ({ ...form, ine_reverso: form.ine }),
      errores.reversoAjeno,
    ],
  ])('with %s is refused with its sentence, and nothing of it is written', async (_name, change, message) => {
    const person = await makeNewcomer(app)
    expect(await submit(person, change(person.form))).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      message,
    })
    await expectNothing(person.id)
  })

  test('never takes pictures or documents of another person', async () => {
    const [person, other] = [await makeNewcomer(app), await makeNewcomer(app)]
    const theirs = formOf(other.id)
    const documents = await makeOptionalDocuments(app, other.id)
    for (const change of [{ selfie: theirs.selfie }, { ine: theirs.ine }, documents]) {
      expect((await submit(person, { ...person.form, ...change })).status).toBe(400)
    }
    await expectNothing(person.id)
    // The answer is the same for every id, and an account without a complete profile gets no e-mail.
    const welcome = await call(person.client, 'send-maestro-welcome-email', {
      body: { maestro_id: other.id },
    })
    expect(welcome.status).toBe(200)
    expect(await welcomes(other.id)).toBe(0)
  })
})

describe('a CURP of two accounts', () => {
  test('is accepted and shown to operators until one of them is corrected, also when both submit at the same moment', async () => {
    const [one, two] = [await makeNewcomer(app), await makeNewcomer(app)]
    const curp = 'SABC560626MDFLRN01'
    const answers = await Promise.all([
      submit(one, { ...one.form, curp }),
      submit(two, { ...two.form, curp }),
    ])
    expect(answers.map(({ text }) => text)).toEqual(['{"success":true}', '{"success":true}'])
    const olga = await makeOperator(app)
    const sameCurp = async (id: string) => {
      const { out } = await operate(app, 'verifications', 'show', id, '--as', olga.email, '--json')
      return JSON.parse(out).misma_curp.map((other: { id: string }) => other.id)
    }
    expect([await sameCurp(one.id), await sameCurp(two.id)]).toEqual([[two.id], [one.id]])
    await app.sql`update public.maestros set curp = 'BOXW310820HNERXN09' where id = ${one.id}`
    expect([await sameCurp(one.id), await sameCurp(two.id)]).toEqual([[], []])
  })
})

describe('many onboardings at once', () => {
  test('are each whole: 60 submitted together', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => makeNewcomer(app)))
    const answers = await Promise.all(people.map((person) => submit(person, person.form)))
    const accepted = people.filter((_, index) => answers[index]?.status === 200)
    const refused = people.filter((_, index) => answers[index]?.status !== 200)
    for (const answer of answers) expect([200, 503]).toContain(answer.status)
    const whole = await app.sql<{ id: string }[]>`
      select m.id from public.maestros m where m.id in ${app.sql(accepted.map(({ id }) => id))} and m.perfil_completo
        and (select count(*) from public.maestro_oficios o where o.maestro_id = m.id) = 2
        and (select count(*) from public.maestro_alcaldias a where a.maestro_id = m.id) = 2
        and exists (select from interno.bienvenidas b where b.cuenta_id = m.id)`
    expect(whole).toHaveLength(accepted.length)
    for (const { id } of refused) await expectNothing(id)
    // A refused onboarding can be sent again.
    for (const person of refused) expect((await submit(person, person.form)).status).toBe(200)
  })
})

test('a statement over the time limit answers 503, writes nothing, and can be repeated', async () => {
  const person = await makeNewcomer(app)
  const hurried = await startApp({ DATABASE_STATEMENT_MS: '500' }, app)
  try {
    const { client } = await signIn(hurried, person.id)
    await app.sql.begin(async (tx) => {
      await tx`lock table public.maestros in access exclusive mode`
      const answers = [
        await call(client, 'onboarding-enviar', { body: person.form }),
        await call(client, 'mi-perfil'),
      ]
      for (const { status, code, headers } of answers) {
        expect([status, code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1'])
      }
    })
  } finally {
    await hurried.close()
  }
  await expectNothing(person.id)
  expect((await submit(person, person.form)).status).toBe(200)
})
