import {
  CORRECCIONES,
  DATOS_VERIFICABLES,
  DOCUMENTOS_TRAS_DECISION_DIAS,
  ESTADOS_DE_VERIFICACION,
} from '@maestros/dominio/verificacion/estados'
import { describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { removeDocuments } from '../../src/subjects/verificacion/remove-documents.ts'
import { appForTests, beforeTests } from '../setup/app.ts'
import { addressOf, documentNames, makeDocuments, makeProofOfAddress } from '../setup/rows/documents.ts'
import { makeMaestro, makeResena } from '../setup/rows/maestros.ts'
import { decide, look, makeOperator } from '../setup/rows/operators.ts'

const app = appForTests()
const olga = beforeTests(() => makeOperator(app))

const REASON = 'La foto no se lee. Toma otra con más luz.'

const statesOf = async (maestro: string) =>
  Object.fromEntries(
    (
      await app.sql<{ tipo: string; estado: string; motivo: string | null }[]>`
        select tipo, estado, motivo from interno.estado_verificacion(${maestro})`
    ).map(({ tipo, estado, motivo }) => [tipo, motivo === null ? estado : [estado, motivo]]),
  )

const flagsOf = async (maestro: string) => {
  const [row] = await app.sql`
    select ine_verificado as ine, curp_verificado as curp, domicilio_verificado as domicilio,
      identidad_verificada as identidad, perfil_verificado as perfil
    from public.maestros where id = ${maestro}`
  return { ...row }
}

const sendDocument = async (id: string, document: string) => {
  const name = `documentos/${id}/${document}_1700000000000.jpg`
  await app.sql`
    insert into storage.objects (bucket_id, name, owner, mimetype, size, etag, unused_since)
    values ('chat-media', ${name}, ${id}, 'image/jpeg', 1, 'x', now())`
  await app.sql`select interno.guardar_documento(${id}, ${document}, ${name})`
}

const NOTHING = { ine: 'pendiente', domicilio: 'pendiente', curp: 'pendiente' }

/** With all documents that decisions need. */
async function makeWithProof() {
  const maestro = await makeMaestro(app)
  await makeProofOfAddress(app.sql, maestro.id)
  return maestro
}

test('the states and the data in the rules and in the table are the same', async () => {
  const checks = await app.sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = 'interno.verificaciones'::regclass and conname in ('verificaciones_tipo_check', 'verificaciones_estado_check')
    order by conname`
  const lists = checks.map(({ text }) => [...text.matchAll(/'(\w+)'::text/g)].map(([, name]) => name).sort())
  expect(lists).toEqual([[...ESTADOS_DE_VERIFICACION].sort(), [...DATOS_VERIFICABLES].sort()])
  for (const dato of DATOS_VERIFICABLES) {
    const [row] = await app.sql`select interno.correcciones_de(${dato}) as own`
    expect(row?.own.toSorted()).toEqual(CORRECCIONES[dato].toSorted())
  }
})

describe('a decision', () => {
  test('sets the flag: the INE verifies the identity, and all three data verify the profile', async () => {
    const { id } = await makeWithProof()
    expect(await statesOf(id)).toEqual(NOTHING)
    await decide(app, olga, id, 'ine', 'verificado')
    expect(await statesOf(id)).toEqual({ ...NOTHING, ine: 'verificado' })
    expect(await flagsOf(id)).toEqual({
      ine: true,
      curp: false,
      domicilio: false,
      identidad: true,
      perfil: false,
    })
    await decide(app, olga, id, 'curp', 'verificado')
    await decide(app, olga, id, 'domicilio', 'verificado')
    expect(await flagsOf(id)).toEqual({
      ine: true,
      curp: true,
      domicilio: true,
      identidad: true,
      perfil: true,
    })
    expect(await statesOf(id)).toMatchObject({ domicilio: 'verificado' })
    await decide(app, olga, id, 'curp', 'rechazado', REASON)
    expect(await flagsOf(id)).toMatchObject({ curp: false, identidad: true, perfil: false })
    expect(await statesOf(id)).toMatchObject({ curp: ['rechazado', REASON] })
  })

  test('changes the reputation level in the same transaction', async () => {
    const { id } = await makeMaestro(app)
    for (let n = 0; n < 3; n++) await makeResena(app, { maestro: id, puntuacion: 5 })
    const level = async () => {
      const [row] = await app.sql`
        select m.reputacion_nivel as nivel, d.tarjeta::json ->> 'reputacion_nivel' as tarjeta
        from public.maestros m join interno.directorio d on d.maestro_id = m.id where m.id = ${id}`
      return { ...row }
    }
    expect(await level()).toEqual({ nivel: 'nuevo', tarjeta: 'nuevo' })
    await decide(app, olga, id, 'ine', 'verificado')
    expect(await level()).toEqual({ nivel: 'confianza_comprobada', tarjeta: 'confianza_comprobada' })
    await decide(app, olga, id, 'ine', 'rechazado', REASON)
    expect(await level()).toEqual({ nivel: 'nuevo', tarjeta: 'nuevo' })
  })

  test('is recorded with who and when in the state, the audit and the events; a repeated one is not', async () => {
    const { id } = await makeMaestro(app)
    await decide(app, olga, id, 'ine', 'en_revision')
    expect(await statesOf(id)).toMatchObject({ ine: 'en_revision' })
    await decide(app, olga, id, 'ine', 'rechazado', `  ${REASON} `)
    const [again] = await decide(app, olga, id, 'ine', 'rechazado', REASON)
    expect(again).toEqual({ decidir_verificacion: false })
    const [state] = await app.sql`
      select estado, motivo, decidido_por, decidido_en > now() - interval '1 minute' as ahora
      from interno.verificaciones where maestro_id = ${id}`
    expect(state).toEqual({ estado: 'rechazado', motivo: REASON, decidido_por: olga.id, ahora: true })
    const audit = await app.sql`
      select acto, detalle from interno.auditoria where sobre = ${id} and operador_id = ${olga.id} order by id`
    expect([...audit]).toEqual([
      { acto: 'revisar', detalle: { tipo: 'ine', antes: 'pendiente' } },
      { acto: 'rechazar', detalle: { tipo: 'ine', antes: 'en_revision', motivo: REASON } },
    ])
    const events = await app.sql`
      select quien, datos from interno.eventos where sobre = ${id} and tipo = 'verificacion_decidida'`
    expect([...events]).toEqual([{ quien: olga.id, datos: { tipo: 'ine', estado: 'rechazado' } }])
  })

  test('without an operator, a datum, a known state or a reason changes nothing', async () => {
    const { id } = await makeMaestro(app)
    const other = await makeMaestro(app)
    await app.sql`update public.maestros set curp = null where id = ${id}`
    for (const [operator, maestro, tipo, estado, motivo, code] of [
      [{ id: other.id, email: '' }, id, 'ine', 'verificado', null, 'PT403'],
      [olga, id, 'curp', 'verificado', null, 'PT422'],
      [olga, id, 'perfil', 'verificado', null, 'PT422'],
      [olga, id, 'ine', 'pendiente', null, 'PT422'],
      [olga, id, 'ine', 'rechazado', null, 'PT422'],
      [olga, id, 'ine', 'rechazado', 'corto', 'PT422'],
      [olga, olga.id, 'ine', 'verificado', null, 'PT404'],
    ] as const) {
      await expect(decide(app, operator, maestro, tipo, estado, motivo)).rejects.toMatchObject({ code })
    }
    expect(await statesOf(id)).toEqual(NOTHING)
    expect(await app.sql`select from interno.auditoria where sobre = ${id}`).toHaveLength(0)
  })

  test('of a suspended operator is refused', async () => {
    const { id } = await makeMaestro(app)
    const gone = await makeOperator(app)
    await app.sql`update public.profiles set suspendido_en = now() where id = ${gone.id}`
    await expect(decide(app, gone, id, 'ine', 'verificado')).rejects.toMatchObject({ code: 'PT403' })
  })
})

describe('an operator decides only about what was seen', () => {
  const REFUSED = { code: 'PT409', detail: 'cambio' }
  const CHANGES = [
    'nombre',
    'apellido',
    'curp',
    'domicilio',
    'foto_perfil_url',
    'ine_url',
    'ine_reverso',
    'comprobante_domicilio',
  ] as const

  async function change(id: string, what: (typeof CHANGES)[number]): Promise<void> {
    if (what === 'ine_reverso' || what === 'comprobante_domicilio') return sendDocument(id, what)
    const values = {
      nombre: 'Otro',
      apellido: 'Otro',
      curp: 'OTRA800101MDFNRL00',
      domicilio: 'Otra calle número cinco',
      ...(await makeDocuments(app, id, { file: '890.jpg' })),
    }
    await app.sql`update public.maestros set ${app.sql({ [what]: values[what] })} where id = ${id}`
  }

  test.each(CHANGES)(
    'the first decision is refused when %s changed after the operator looked',
    async (what) => {
      const { id } = await makeMaestro(app)
      await look(app.sql, olga, id)
      await change(id, what)
      for (const dato of DATOS_VERIFICABLES) {
        await expect(decide(app, olga, id, dato, 'verificado')).rejects.toMatchObject(REFUSED)
        await expect(decide(app, olga, id, dato, 'rechazado', REASON)).rejects.toMatchObject(REFUSED)
      }
      expect(await statesOf(id)).toEqual(NOTHING)
      await look(app.sql, olga, id)
      for (const dato of DATOS_VERIFICABLES) await decide(app, olga, id, dato, 'rechazado', REASON)
      expect(await flagsOf(id)).toMatchObject({ ine: false, curp: false, domicilio: false })
    },
  )

  test('a later decision is refused when a datum changed after the operator looked', async () => {
    const { id } = await makeMaestro(app)
    await decide(app, olga, id, 'curp', 'en_revision')
    await look(app.sql, olga, id)
    await change(id, 'curp')
    await expect(decide(app, olga, id, 'curp', 'verificado')).rejects.toMatchObject(REFUSED)
    await decide(app, olga, id, 'curp', 'en_revision')
    await expect(decide(app, olga, id, 'curp', 'verificado')).rejects.toMatchObject(REFUSED)
    await look(app.sql, olga, id)
    await decide(app, olga, id, 'curp', 'rechazado', REASON)
    await change(id, 'domicilio')
    await expect(decide(app, olga, id, 'curp', 'verificado')).rejects.toMatchObject(REFUSED)
    expect(await statesOf(id)).toMatchObject({ curp: ['rechazado', REASON] })
  })

  test('a photo of the INE that was deleted and uploaded again under its name is another one', async () => {
    const { id } = await makeMaestro(app)
    const { ine_url } = await makeDocuments(app, id)
    await look(app.sql, olga, id)
    await app.sql`delete from storage.objects where name = ${documentNames(id, '1.webp').ine}`
    await makeDocuments(app, id)
    await app.sql`update public.maestros set ine_url = ${ine_url} where id = ${id}`
    await expect(decide(app, olga, id, 'ine', 'verificado')).rejects.toMatchObject(REFUSED)
  })

  test('without a look of their own, operators decide about data of the onboarding or in review, and not about changed ones', async () => {
    const { id } = await makeMaestro(app)
    const otto = await makeOperator(app)
    await decide(app, otto, id, 'curp', 'rechazado', REASON)
    await change(id, 'curp')
    await look(app.sql, olga, id)
    await expect(decide(app, otto, id, 'curp', 'verificado')).rejects.toMatchObject(REFUSED)
    await expect(decide(app, otto, id, 'curp', 'rechazado', REASON)).rejects.toMatchObject(REFUSED)
    await decide(app, olga, id, 'curp', 'en_revision')
    await decide(app, otto, id, 'curp', 'verificado')
    expect(await statesOf(id)).toMatchObject({ curp: 'verificado' })
  })

  test('the decision of another operator is replaced only by an operator who has looked after it', async () => {
    const { id } = await makeMaestro(app)
    const otto = await makeOperator(app)
    const replaced = { code: 'PT409', detail: 'otro_operador' }
    await look(app.sql, otto, id)
    await decide(app, olga, id, 'curp', 'verificado')
    await expect(decide(app, otto, id, 'curp', 'rechazado', REASON)).rejects.toMatchObject(replaced)
    await expect(decide(app, otto, id, 'curp', 'en_revision')).rejects.toMatchObject(replaced)
    // The same decision changes nothing, and each operator replaces their own.
    expect([...(await decide(app, otto, id, 'curp', 'verificado'))]).toEqual([
      { decidir_verificacion: false },
    ])
    await decide(app, olga, id, 'curp', 'rechazado', REASON)
    await look(app.sql, otto, id)
    await decide(app, otto, id, 'curp', 'verificado')
    expect(await statesOf(id)).toMatchObject({ curp: 'verificado' })
    // The other data have no decision of anybody yet.
    await decide(app, olga, id, 'ine', 'verificado')
  })

  test('an address without its proof cannot be verified, but rejected; a mark that was set stays when the proof is removed', async () => {
    const missing = { code: 'PT409', detail: 'sin_comprobante' }
    const { id } = await makeMaestro(app)
    await expect(decide(app, olga, id, 'domicilio', 'verificado')).rejects.toMatchObject(missing)
    await decide(app, olga, id, 'domicilio', 'rechazado', REASON, ['comprobante'])
    await makeProofOfAddress(app.sql, id)
    await look(app.sql, olga, id)
    await decide(app, olga, id, 'domicilio', 'verificado')
    await app.sql`update interno.verificaciones set decidido_en = now() - interval '31 days' where maestro_id = ${id}`
    await app.sql`select interno.encolar(${removeDocuments.name})`
    await app.runJobs()
    expect(await app.sql`select from public.maestro_documentos where maestro_id = ${id}`).toHaveLength(0)
    expect(await flagsOf(id)).toMatchObject({ domicilio: true })
    await decide(app, olga, id, 'domicilio', 'en_revision')
    await look(app.sql, olga, id)
    await expect(decide(app, olga, id, 'domicilio', 'verificado')).rejects.toMatchObject(missing)
  })

  test('a rejection ends with something that belongs to its datum', async () => {
    const { id } = await makeMaestro(app)
    for (const ends of [['foto'], ['domicilio', 'foto'], []])
      await expect(decide(app, olga, id, 'domicilio', 'rechazado', REASON, ends)).rejects.toMatchObject({
        code: 'PT422',
        detail: 'corrige_con',
      })
    await decide(app, olga, id, 'domicilio', 'rechazado', REASON, ['comprobante'])
    await decide(app, olga, id, 'domicilio', 'rechazado', REASON, ['domicilio'])
    const [row] =
      await app.sql`select corrige_con from interno.estado_verificacion(${id}) where tipo = 'domicilio'`
    expect(row).toEqual({ corrige_con: ['domicilio'] })
  })

  test('an INE whose file was removed cannot be verified after a change of the name, but rejected', async () => {
    const { id, client } = await makeMaestro(app)
    await decide(app, olga, id, 'ine', 'verificado')
    await app.sql`
      update interno.verificaciones set decidido_en = now() - make_interval(days => ${DOCUMENTOS_TRAS_DECISION_DIAS + 1})
      where maestro_id = ${id}`
    await app.sql`select interno.encolar(${removeDocuments.name})`
    await app.runJobs()
    await client.from('maestros').update({ apellido: 'Otro' }).eq('id', id)
    await look(app.sql, olga, id)
    await expect(decide(app, olga, id, 'ine', 'verificado')).rejects.toMatchObject({
      code: 'PT409',
      detail: 'sin_archivo',
    })
    await decide(app, olga, id, 'ine', 'rechazado', REASON)
    expect(await statesOf(id)).toMatchObject({ ine: ['rechazado', REASON] })
  })
})

describe('a datum that its maestro changes', () => {
  test.each([
    ['ine_url', 'ine'],
    ['apellido', 'ine'],
    ['foto_perfil_url', 'ine'],
    ['curp', 'curp'],
    ['domicilio', 'domicilio'],
  ] as const)('%s puts the state of %s back to pending, and no other', async (column, tipo) => {
    const { id, client } = await makeWithProof()
    for (const datum of DATOS_VERIFICABLES) await decide(app, olga, id, datum, 'verificado')
    const values = {
      ...(await makeDocuments(app, id, { file: '888.jpg' })),
      apellido: 'Otro',
      curp: 'OTRA800101MDFNRL00',
      domicilio: 'Otra calle número cinco',
    }
    const { error } = await client
      .from('maestros')
      .update({ [column]: values[column] })
      .eq('id', id)
    expect(error).toBeNull()
    const verified = { ine: 'verificado', curp: 'verificado', domicilio: 'verificado' }
    expect(await statesOf(id)).toEqual({ ...verified, [tipo]: 'pendiente' })
    expect(await flagsOf(id)).toMatchObject({ ine: true, curp: true, domicilio: true, [tipo]: false })
  })

  test('after a rejection is pending again, without the old reason', async () => {
    const { id, client } = await makeMaestro(app)
    for (const datum of DATOS_VERIFICABLES) await decide(app, olga, id, datum, 'rechazado', REASON)
    const { ine_url } = await makeDocuments(app, id, { file: '889.jpg' })
    for (const [change, pending] of [
      [{ ine_url }, 'ine'],
      [{ curp: 'OTRA800101MDFNRL00' }, 'curp'],
      [{ domicilio: 'Otra calle número cinco' }, 'domicilio'],
    ] as const) {
      expect((await client.from('maestros').update(change).eq('id', id)).error).toBeNull()
      expect(await statesOf(id)).toMatchObject({ [pending]: 'pendiente' })
    }
    expect(await statesOf(id)).toEqual(NOTHING)
  })

  test('other than the rejected one leaves the rejection and its reason', async () => {
    const { id, client } = await makeMaestro(app)
    await decide(app, olga, id, 'ine', 'rechazado', REASON)
    const { foto_perfil_url } = await makeDocuments(app, id, { file: '891.jpg' })
    for (const change of [{ foto_perfil_url }, { nombre: 'Otro' }, { apellido: 'Otra' }]) {
      expect((await client.from('maestros').update(change).eq('id', id)).error).toBeNull()
      expect(await statesOf(id)).toMatchObject({ ine: ['rechazado', REASON] })
    }
    await sendDocument(id, 'comprobante_domicilio')
    expect(await statesOf(id)).toMatchObject({ ine: ['rechazado', REASON] })
  })

  test.each([
    ['foto', 'foto_perfil_url'],
    ['nombre', 'apellido'],
  ] as const)('ends the rejection of the INE when the reason asks for it: %s', async (part, column) => {
    const { id, client } = await makeMaestro(app)
    const values = { ...(await makeDocuments(app, id, { file: '892.jpg' })), apellido: 'Otra' }
    const change = async (one: keyof typeof values) =>
      expect(
        (
          await client
            .from('maestros')
            .update({ [one]: values[one] })
            .eq('id', id)
        ).error,
      ).toBeNull()
    await decide(app, olga, id, 'ine', 'rechazado', REASON, [part, 'ine'])
    await change(column === 'apellido' ? 'foto_perfil_url' : 'apellido')
    expect(await statesOf(id)).toMatchObject({ ine: ['rechazado', REASON] })
    await change(column)
    expect(await statesOf(id)).toMatchObject({ ine: 'pendiente' })
    await look(app.sql, olga, id)
    await decide(app, olga, id, 'ine', 'rechazado', REASON, [part, 'ine'])
    await change('ine_url')
    expect(await statesOf(id)).toMatchObject({ ine: 'pendiente' })
  })

  test('does not end a rejection when an operator removes the photo that its reason names', async () => {
    const { id } = await makeMaestro(app)
    await decide(app, olga, id, 'ine', 'rechazado', REASON, ['foto'])
    await app.sql`delete from storage.objects where name = ${documentNames(id, '1.webp').foto}`
    expect(await statesOf(id)).toMatchObject({ ine: ['rechazado', REASON] })
  })

  test('of the address ends a rejection that asks for the proof only when it is the proof', async () => {
    const { id, client } = await makeMaestro(app)
    await decide(app, olga, id, 'domicilio', 'rechazado', REASON, ['comprobante'])
    await client.from('maestros').update({ domicilio: 'Otra calle número cinco' }).eq('id', id)
    expect(await statesOf(id)).toMatchObject({ domicilio: ['rechazado', REASON] })
    await sendDocument(id, 'comprobante_domicilio')
    expect(await statesOf(id)).toMatchObject({ domicilio: 'pendiente' })
  })

  const SECOND_DOCUMENTS = [
    ['ine_reverso', 'ine'],
    ['comprobante_domicilio', 'domicilio'],
  ] as const

  test.each(
    SECOND_DOCUMENTS.flatMap((pair) =>
      (['en_revision', 'rechazado', 'verificado'] as const).map((state) => [state, ...pair] as const),
    ),
  )('that is %s is pending again when a new %s is sent', async (state, document, datum) => {
    const { id } = await makeWithProof()
    for (const one of DATOS_VERIFICABLES)
      await decide(app, olga, id, one, state, state === 'rechazado' ? REASON : null)
    await sendDocument(id, document)
    const curp = state === 'rechazado' ? [state, REASON] : state
    expect(await statesOf(id)).toMatchObject({ [datum]: 'pendiente', curp })
    expect(await flagsOf(id)).toMatchObject({ [datum]: false, curp: state === 'verificado' })
  })

  test('that is written again unchanged stays decided', async () => {
    const { id, client } = await makeMaestro(app)
    await decide(app, olga, id, 'curp', 'rechazado', REASON)
    await client.from('maestros').update({ curp: 'HEGL800101HDFRRS09', telefono: '5512345678' }).eq('id', id)
    expect(await statesOf(id)).toMatchObject({ curp: ['rechazado', REASON] })
  })
})

test('flags that an import writes are recorded as states, so that the two never differ', async () => {
  const { id } = await makeMaestro(app, { ineVerificado: true })
  expect(await statesOf(id)).toEqual({ ...NOTHING, ine: 'verificado' })
  await app.sql`update public.maestros set ine_verificado = false, curp_verificado = true where id = ${id}`
  expect(await statesOf(id)).toEqual({ ...NOTHING, curp: 'verificado' })
})

test('an erased maestro keeps no reason and no decision', async () => {
  const { id } = await makeMaestro(app)
  await decide(app, olga, id, 'ine', 'rechazado', REASON)
  await makeResena(app, { maestro: id, puntuacion: 5 })
  await eraseAccount(app.services, id)
  expect(await statesOf(id)).toEqual(NOTHING)
})

describe('the documents of a decision', () => {
  const decided = async (id: string, estado: string, days: number) => {
    await decide(app, olga, id, 'ine', estado, estado === 'rechazado' ? REASON : null)
    await app.sql`
      update interno.verificaciones set decidido_en = now() - make_interval(days => ${days}) where maestro_id = ${id}`
  }
  const runJob = async () => {
    await app.sql`select interno.encolar(${removeDocuments.name})`
    await app.runJobs()
  }
  const placeOf = (id: string, file = '1.webp') => `chat-media/${documentNames(id, file).ine}`
  const isStored = async (place: string) => (await app.services.objects.read(place)) !== undefined
  const makeStored = async () => {
    const maestro = await makeMaestro(app)
    await app.services.objects.write(placeOf(maestro.id), Buffer.from('INE'))
    return maestro.id
  }

  test('are removed after 30 days, verified or rejected, and the decision and the profile stay', async () => {
    const [verified, rejected, recent, pending] = [
      await makeStored(),
      await makeStored(),
      await makeStored(),
      await makeStored(),
    ]
    await decided(verified, 'verificado', DOCUMENTOS_TRAS_DECISION_DIAS + 1)
    await decided(rejected, 'rechazado', DOCUMENTOS_TRAS_DECISION_DIAS + 1)
    await decided(recent, 'verificado', DOCUMENTOS_TRAS_DECISION_DIAS - 1)
    await runJob()
    expect(
      await Promise.all([verified, rejected, recent, pending].map((id) => isStored(placeOf(id)))),
    ).toEqual([...[false, false], ...[true, true]])
    expect(await statesOf(verified)).toMatchObject({ ine: 'verificado' })
    expect(await statesOf(rejected)).toMatchObject({ ine: ['rechazado', REASON] })
    const rows = await app.sql`
      select ine_url, perfil_completo from public.maestros where id in ${app.sql([verified, rejected])}`
    expect(rows.map(({ perfil_completo }) => perfil_completo)).toEqual([true, true])
    const objects = await app.sql`
      select from storage.objects where name in ${app.sql([verified, rejected].map((id) => documentNames(id, '1.webp').ine))}`
    expect(objects).toHaveLength(0)
    expect(await app.sql`select from storage.leftovers`).toHaveLength(0)
  })

  test('stay when a newer document was sent after the decision', async () => {
    const id = await makeStored()
    await decided(id, 'rechazado', DOCUMENTOS_TRAS_DECISION_DIAS + 1)
    const { ine_url } = await makeDocuments(app, id, { file: '2.webp' })
    await app.services.objects.write(placeOf(id, '2.webp'), Buffer.from('INE nueva'))
    await app.sql`update public.maestros set ine_url = ${ine_url} where id = ${id}`
    await runJob()
    expect(await isStored(placeOf(id, '2.webp'))).toBe(true)
    const [row] = await app.sql`select ine_url from public.maestros where id = ${id}`
    expect(row).toEqual({ ine_url: addressOf(documentNames(id, '2.webp').ine) })
  })
})
