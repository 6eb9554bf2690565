import { isDeepStrictEqual } from 'node:util'
import { rechazoDeTextoPublico, TEXTOS_PUBLICOS } from '@maestros/dominio/seguridad/textos-publicos'
import { verify } from '@node-rs/argon2'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planContacts, startOfDay } from '../../../../../db/demo/contacts.ts'
import { fillDemo } from '../../../../../db/demo/index.ts'
import { makeMaestros, makeSeekers } from '../../../../../db/demo/people.ts'
import { storePictures } from '../../../../../db/demo/pictures.ts'
import { POPULAR_ALCALDIAS, POPULAR_OFICIOS } from '../../../../../db/demo/places.ts'
import type { ObjectStore } from '../../../src/platform/objects/store.ts'
import { startApp, type TestApp } from '../../setup/app.ts'

const FILL_TIMEOUT = 120_000

let app: TestApp
const lines: string[] = []
/** The output and the rows of a first fill that was interrupted. */
let cut: { refusal: unknown; rows: number }

beforeAll(async () => {
  app = await startApp()
  const refusal = await fillDemo(app.sql, fullDisk(app.services.objects), () => {}).catch((error) => error)
  const rows = app.sql`
    select (select count(*) from auth.users) + (select count(*) from interno.directorio)
      + (select count(*) from public.mensajes) + (select count(*) from storage.objects)`
  cut = { refusal, rows: await number(rows) }
  await fillDemo(app.sql, app.services.objects, (line) => lines.push(line))
}, FILL_TIMEOUT)
afterAll(() => app?.close())

const FILLED = [
  ...['auth.users', 'interno.directorio', 'interno.directorio_celdas', 'public.maestros', 'public.resenas'],
  ...[
    'public.chats',
    'public.mensajes',
    'public.accesos_contacto',
    'public.vistas_perfil',
    'storage.objects',
  ],
]

/** Whatever a second fill could change. */
const fingerprint = () =>
  Promise.all(
    FILLED.map(
      (table) => app.sql`
        select ${table} as table, count(*), md5(string_agg(t::text, '' order by t::text)) from ${app.sql(table)} t`,
    ),
  )

async function number(query: Promise<readonly Record<string, unknown>[]>): Promise<number> {
  return Number(Object.values((await query)[0] ?? {})[0])
}

describe('the demo directory', () => {
  it('has at least 400 complete maestros, each with a description and two references', async () => {
    expect(
      await number(app.sql`select count(*) from public.maestros where perfil_completo`),
    ).toBeGreaterThanOrEqual(400)
    expect(await number(app.sql`select count(*) from public.maestros where not perfil_completo`)).toBe(0)
  })

  it('has a maestro in every alcaldía for every oficio', async () => {
    const empty = await app.sql`
      select a.nombre as alcaldia, o.nombre as oficio
      from public.alcaldias_disponibles a cross join public.oficios_disponibles o
      where not exists (select from interno.directorio d where d.alcaldia = a.nombre and d.oficio = o.nombre)`
    expect([...empty]).toEqual([])
  })

  it('has several pages of results for the most frequent searches', async () => {
    const totals = await app.sql`
      select alcaldia, oficio, total from interno.directorio_totales
      where alcaldia in ${app.sql(POPULAR_ALCALDIAS)} and oficio in ${app.sql(POPULAR_OFICIOS)}`
    expect(totals).toHaveLength(POPULAR_ALCALDIAS.length * POPULAR_OFICIOS.length)
    expect(totals.filter(({ total }) => total <= 40)).toEqual([])
  })

  it('shows every level of reputation, and maestros who wait for their verification', async () => {
    const levels = await app.sql`
      select reputacion_nivel, count(*)::int as total from public.maestros group by 1 order by 1`
    expect(levels.map(({ reputacion_nivel }) => reputacion_nivel)).toEqual([
      'confianza_comprobada',
      'experto',
      'nuevo',
    ])
    for (const { total } of levels) expect(total).toBeGreaterThan(30)
    const verified = await number(app.sql`select avg(ine_verificado::int) from public.maestros`)
    expect(verified).toBeGreaterThan(0.6)
    expect(verified).toBeLessThan(0.95)
  })

  it('has reviews of every kind, each after a chat in which both wrote and a contact access, so that it counts', async () => {
    const [kinds] = await app.sql`
      select count(*) filter (where respuesta is not null)::int as answered,
        count(*) filter (where not trabajo_realizado)::int as not_done,
        count(distinct puntuacion)::int as stars, count(distinct comentario)::int as texts
      from public.resenas`
    expect(kinds?.answered).toBeGreaterThan(100)
    expect(kinds?.not_done).toBeGreaterThan(20)
    expect(kinds?.stars).toBe(5)
    expect(kinds?.texts).toBeGreaterThan(800)
    const impossible = await app.sql`
      select r.id from public.resenas r
      left join public.accesos_contacto a using (buscador_id, maestro_id)
      left join public.chats c using (buscador_id, maestro_id)
      where not r.contada or a.creado_en is null or a.creado_en > r.creado_en or r.creado_en > now() or r.respondido_en > now()
        or (select count(distinct autor_id) from public.mensajes where chat_id = c.id and creado_en < r.creado_en) < 2`
    expect([...impossible]).toEqual([])
  })

  it('has no event in the future or before its people had an account', async () => {
    expect(await number(app.sql`select count(*) from public.mensajes where creado_en > now()`)).toBe(0)
    expect(await number(app.sql`select count(*) from public.vistas_perfil where creado_en > now()`)).toBe(0)
    const early = app.sql`
      select count(*) from public.chats c join auth.users b on b.id = c.buscador_id join auth.users m on m.id = c.maestro_id
      where c.creado_en < greatest(b.created_at, m.created_at)`
    expect(await number(early)).toBe(0)
  })

  it('contains no phone, address or link in public texts', async () => {
    const texts = await app.sql<{ texto: string }[]>`
      select descripcion as texto from public.maestros
      union all select comentario from public.resenas
      union all select respuesta from public.resenas where respuesta is not null
      union all select contenido from public.mensajes`
    const leaks = texts.filter(({ texto }) => /(\d[\s-]?){7}|@|https?:|www\.|\.com|whats/i.test(texto))
    expect(leaks).toEqual([])
  })

  it('contains no contact data in any public text, according to the moderation rules', async () => {
    const refused: string[] = []
    for (const [table, fields] of Object.entries(TEXTOS_PUBLICOS)) {
      for (const [column, field] of Object.entries(fields)) {
        const rows = await app.sql<{ text: string | null }[]>`
          select distinct ${app.sql(column)} as text from ${app.sql(`public.${table}`)}`
        expect(rows.length).toBeGreaterThan(0)
        for (const { text } of rows)
          if (rechazoDeTextoPublico(field, text ?? '') !== undefined)
            refused.push(`${table}.${column}: ${text}`)
      }
    }
    expect(refused).toEqual([])
  })

  it('gives the demo seeker several chats with unread ones, and the demo maestro an inbox', async () => {
    const inbox = async (email: string, column: string, unread: string) => {
      const [row] = await app.sql`
        select count(*)::int as chats, count(*) filter (where ${app.sql(unread)} > 0)::int as fresh
        from public.chats where ${app.sql(column)} = (select id from auth.users where email = ${email})`
      return row
    }
    expect(await inbox('buscador@demo.mx', 'buscador_id', 'no_leidos_buscador')).toEqual({
      chats: 8,
      fresh: 3,
    })
    expect(await inbox('maestro@demo.mx', 'maestro_id', 'no_leidos_maestro')).toEqual({ chats: 27, fresh: 4 })
    const wrong = await app.sql`
      select c.id from public.chats c where ultimo_mensaje_id is distinct from
        (select id from public.mensajes where chat_id = c.id order by creado_en desc, secuencia desc limit 1)`
    expect([...wrong]).toEqual([])
  })

  it('shows the demo maestro as a verified expert with visits and contacts of the last 30 days', async () => {
    const [maestro] = await app.sql`
      select reputacion_nivel, perfil_verificado, perfil_completo, visitas_ultimos_30_dias as visits, contactos_ultimos_30_dias as contacts
      from public.maestros m join public.maestro_stats s on s.maestro_id = m.id
      where m.id = (select id from auth.users where email = 'maestro@demo.mx')`
    expect(maestro).toMatchObject({
      reputacion_nivel: 'experto',
      perfil_verificado: true,
      perfil_completo: true,
      visits: 64,
    })
    expect(maestro?.contacts).toBeGreaterThanOrEqual(4)
  })

  it('accepts the three demo accounts with their password and no other password', async () => {
    const accounts = await app.sql<
      { email: string; encrypted_password: string; confirmed: boolean; role: string }[]
    >`
      select u.email, encrypted_password, email_confirmed_at is not null as confirmed, p.role
      from auth.users u join public.profiles p using (id) where u.email ~ '^(buscador|maestro|nuevo)@' order by u.email`
    expect(accounts.map(({ email, confirmed, role }) => [email, confirmed, role])).toEqual([
      ['buscador@demo.mx', true, 'buscador'],
      ['maestro@demo.mx', true, 'maestro'],
      ['nuevo@demo.mx', true, 'maestro'],
    ])
    for (const { encrypted_password } of accounts) {
      expect(encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect(await verify(encrypted_password, 'demo1234')).toBe(true)
    }
    const others = await app.sql<{ encrypted_password: string }[]>`
      select distinct encrypted_password from auth.users where email !~ '^(buscador|maestro|nuevo)@'`
    for (const { encrypted_password } of others)
      expect(await verify(encrypted_password, 'demo1234')).toBe(false)
  })

  it('leaves nuevo@demo.mx without onboarding', async () => {
    const rows = app.sql`select count(*) from public.maestros m join auth.users u using (id) where u.email = 'nuevo@demo.mx'`
    expect(await number(rows)).toBe(0)
  })

  it('has a different portrait for every maestro, and no INE is public', async () => {
    const [sizes] = await app.sql`
      select count(distinct etag)::int as drawings, count(*)::int as photos
      from public.maestros m join storage.objects o
        on m.foto_perfil_url = '/storage/v1/object/public/' || o.bucket_id || '/' || o.name and o.owner = m.id`
    expect(sizes?.photos).toBe(await number(app.sql`select count(*) from public.maestros`))
    expect(sizes?.drawings).toBe(sizes?.photos)
    const [one] = await app.sql`select foto_perfil_url, ine_url from public.maestros order by id limit 1`
    const photo = await fetch(app.url + one?.foto_perfil_url)
    expect(photo.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(await photo.arrayBuffer()).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    })
    expect((await fetch(app.url + one?.ine_url)).ok).toBe(false)
    const ine = await app.services.objects.read(
      String(one?.ine_url).replace('/storage/v1/object/public/', ''),
    )
    expect(ine?.size).toBeGreaterThan(0)
  })

  it('reports its progress in Spanish and the final counts', () => {
    expect(lines[0]).toBe('Preparando el directorio de demostración…')
    expect(lines.at(-1)).toMatch(/^Directorio de demostración listo: \d+ maestros y \d+ reseñas$/)
  })

  it('is filled once: a second start changes nothing and prints nothing', async () => {
    const before = await fingerprint()
    const said: string[] = []
    await fillDemo(app.sql, app.services.objects, (line) => said.push(line))
    expect(await fingerprint()).toEqual(before)
    expect(said).toEqual([])
  })
})

describe('the same seed', () => {
  it('leaves no row when the fill is interrupted, and the next start fills the database', () => {
    expect(String(cut.refusal)).toContain('the disk is full')
    expect(cut.rows).toBe(0)
  })

  it('creates the same people, chats and reviews every time', () => {
    const today = startOfDay(new Date())
    const plan = () => {
      const maestros = makeMaestros()
      const seekers = makeSeekers()
      return { maestros, seekers, contacts: planContacts(maestros, seekers, today) }
    }
    const planned = plan()
    expect(planned.contacts.reviews.length).toBeGreaterThan(1000)
    // Vitest compares objects of this size in seconds.
    expect(isDeepStrictEqual(plan(), planned)).toBe(true)
  })

  it('draws the same portraits every time', async () => {
    const nowhere: ObjectStore = { ...app.services.objects, write: async () => {} }
    const again = await storePictures(makeMaestros().slice(0, 5), nowhere, () => {})
    const kept = await app.sql`
      select name, size, etag from storage.objects where name in ${app.sql(again.map(({ name }) => name))}
      order by name collate "C"`
    expect(again).toHaveLength(10)
    const drawn = again.map(({ name, size, etag }) => ({ name, size: String(size), etag }))
    expect(kept.map(({ size, ...rest }) => ({ ...rest, size: String(size) }))).toEqual(drawn)
  })
})

function fullDisk(objects: ObjectStore): ObjectStore {
  let left = 20
  return {
    ...objects,
    write: async () => {
      left -= 1
      if (left < 0) throw new Error('the disk is full')
    },
  }
}
