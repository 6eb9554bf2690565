import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS, migrate } from '../../src/db/migrate.ts'
import { makeDatabase } from '../setup/database.ts'
import { addressOf } from '../setup/documents.ts'

/** Profiles that were written before the rule for documents, after the migration that adds the rule. */

let db: Awaited<ReturnType<typeof makeDatabase>>
let folder: string
beforeAll(async () => {
  db = await makeDatabase('empty')
  folder = await mkdtemp(join(tmpdir(), 'maestros-migraciones-'))
  const before = (await readdir(MIGRATIONS)).filter((name) => name < '021')
  for (const name of before) await cp(join(MIGRATIONS, name), join(folder, name))
  await migrate(db.sql, folder)
})
afterAll(async () => {
  await db.drop()
  await rm(folder, { recursive: true, force: true })
})

async function oldProfile(documents: (id: string) => { foto: string | null; ine: string | null }) {
  const [user] = await db.sql<{ id: string }[]>`
    insert into auth.users (email, encrypted_password, raw_user_meta_data)
    values (${`${Math.random()}@example.com`}, 'x', '{"role": "maestro"}') returning id`
  const id = user!.id
  for (const name of [`profile-photos/${id}/1.jpg`, `ine_${id}_1.jpg`]) {
    await db.sql`
      insert into storage.objects (bucket_id, name, owner, mimetype, size, etag)
      values ('chat-media', ${name}, ${id}, 'image/jpeg', 1, 'x')`
  }
  const { foto, ine } = documents(id)
  await db.sql`insert into public.maestros ${db.sql({
    ...{ id, nombre: 'Luis', apellido: 'Mora', telefono: '5512345678', curp: 'HEGL800101HDFRRS09' },
    ...{ descripcion: 'Trabajo con cuidado y garantía en toda la ciudad, de lunes a sábado.' },
    ...{ domicilio: 'Calle Hidalgo 12, colonia Centro', foto_perfil_url: foto, ine_url: ine },
    ...{ referencia1_nombre_cliente: 'Rosa', referencia1_descripcion_trabajo: 'Una reja' },
    ...{ referencia2_nombre_cliente: 'Jorge', referencia2_descripcion_trabajo: 'Un portón' },
    ...{ referencia1_numero_referencia: '5511112222', referencia2_numero_referencia: '5533334444' },
    ine_verificado: true,
  })}`
  await db.sql`insert into public.maestro_oficios (maestro_id, oficio) values (${id}, 'Plomería')`
  await db.sql`insert into public.maestro_alcaldias (maestro_id, alcaldia) values (${id}, 'Coyoacán')`
  const [row] = await db.sql`select perfil_completo from public.maestros where id = ${id}`
  expect(row).toEqual({ perfil_completo: foto !== null && ine !== null })
  return id
}

test('own documents get the stored form and stay verified; others are removed and their profile is not listed', async () => {
  const good = await oldProfile((id) => ({
    foto: `https://maestros.example/storage/v1/object/public/chat-media/profile-photos/${id}/1.jpg`,
    ine: `ine_${id}_1.jpg`,
  }))
  const bad = await oldProfile((id) => ({ foto: 'https://example.com/foto.jpg', ine: `ine_${id}_1.jpg` }))
  const none = await oldProfile(() => ({ foto: null, ine: 'nada' }))
  await migrate(db.sql)
  const rowOf = async (id: string) =>
    (
      await db.sql`
        select foto_perfil_url, ine_url, ine_verificado, perfil_completo,
          exists (select from interno.directorio where maestro_id = m.id) as listed
        from public.maestros m where id = ${id}`
    )[0]
  expect(await rowOf(good)).toEqual({
    foto_perfil_url: addressOf(`profile-photos/${good}/1.jpg`),
    ine_url: addressOf(`ine_${good}_1.jpg`),
    ine_verificado: true,
    perfil_completo: true,
    listed: true,
  })
  expect(await rowOf(bad)).toMatchObject({
    foto_perfil_url: null,
    ine_url: addressOf(`ine_${bad}_1.jpg`),
    perfil_completo: false,
    listed: false,
  })
  expect(await rowOf(none)).toMatchObject({ ine_url: null, ine_verificado: false, perfil_completo: false })
  const [card] = await db.sql<
    { tarjeta: string }[]
  >`select tarjeta from interno.directorio where maestro_id = ${good}`
  expect(card?.tarjeta).toContain(addressOf(`profile-photos/${good}/1.jpg`))
})
