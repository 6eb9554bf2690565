import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { makeMaestro, makeResena, suspend } from '../../setup/rows/maestros.ts'
import { cardsOf, dataOf, NOT_FOUND, serveSearchPages } from '../../setup/rows/search-pages.ts'

const SECONDS = 60
const app = appForTests()
let pages: Awaited<ReturnType<typeof serveSearchPages>>
const clock = { time: 1000, now: () => clock.time }
beforeAll(async () => {
  pages = await serveSearchPages(app, { PUBLIC_PAGE_SECONDS: SECONDS }, clock)
})
afterAll(() => pages.close())
/** Everybody leaves the directory. */
beforeEach(() => app.sql`delete from public.maestro_alcaldias`)

/** A page that the server reads now, because the one in its memory is too old. */
async function freshText(path: string): Promise<string> {
  clock.time += 2000 * SECONDS + 1
  return (await pages.get(path)).text()
}

async function catalogueSizes() {
  const [sizes] = await app.sql<{ trades: number; boroughs: number }[]>`
    select (select count(*)::int from public.oficios_disponibles) as trades,
      (select count(*)::int from public.alcaldias_disponibles) as boroughs`
  if (!sizes) throw new Error('no sizes')
  return sizes
}

const PAIR = '/maestros/plomeria/coyoacan'

test('the page of a trade in a borough shows how many maestros there are, their levels, their ratings and their public cards', async () => {
  const expert = await makeMaestro(app, { nombre: 'Rosa María', apellido: 'Núñez', ineVerificado: true })
  for (let n = 0; n < 10; n++) await makeResena(app, { maestro: expert.id, puntuacion: 5 })
  const known = await makeMaestro(app, { nombre: 'Beto', apellido: 'Arce' })
  await makeResena(app, { maestro: known.id, puntuacion: 4, trabajoRealizado: false })
  const available = await makeMaestro(app, { nombre: 'Carla', apellido: 'Vela' })
  await app.sql`select interno.cambiar_disponibilidad(${available.id}, 'disponible', null, 1, 90)`
  await makeMaestro(app, { alcaldias: ['Tlalpan'] })

  const html = await freshText(PAIR)
  expect(html).toContain('<title>Plomería en Coyoacán: 3 maestros · Maestros CDMX</title>')
  expect(html).toContain('<h1>Plomería en Coyoacán</h1>')
  expect(html).toContain('3 maestros de plomería trabajan en Coyoacán')
  expect(html).toContain('name="robots" content="index, follow"')
  expect(html).toContain('href="https://maestros.example/maestros/plomeria/coyoacan"')
  expect(html.match(/<li>[^<]+/g)?.map((item) => item.slice(4))).toEqual([
    '3 maestros',
    '1 con identidad verificada',
    '1 disponible hoy',
    'Experto: 1',
    'Nuevo: 2',
    '4.5 estrellas o más: 1',
    'De 4 a 4.4 estrellas: 1',
    'Todavía sin reseñas: 1',
  ])
  const cards = cardsOf(html)
  expect(cards[0]).toBe('Rosa N.|RN|experto|verificado||5.0 10 reseñas|10 trabajos completados')
  expect(cards.slice(1).sort()).toEqual([
    'Beto A.|BA|nuevo|||4.0 1 reseña|',
    'Carla V.|CV|nuevo||disponible|sin|',
  ])
})

test('a page contains no phone, whole surname, picture or id of a maestro', async () => {
  const maestro = await makeMaestro(app, { apellido: 'Zárate Cifuentes', telefono: '5587654321' })
  const [row] = await app.sql<{ foto: string }[]>`
    select foto_perfil_url as foto from public.maestros where id = ${maestro.id}`
  const html = await freshText(PAIR)
  expect(cardsOf(html)).toHaveLength(1)
  for (const secret of [maestro.telefono, 'Zárate', 'Cifuentes', maestro.id, row!.foto, '5511112222']) {
    expect(html).not.toContain(secret)
  }
})

test('a name that contains markup is text, in the page and in its structured data', async () => {
  const maestro = await makeMaestro(app)
  await app.sql`update public.maestros set nombre = '</script><b>"Ana"' where id = ${maestro.id}`
  const html = await freshText(PAIR)
  expect(cardsOf(html)[0]).toMatch(/^&lt;\/script&gt;&lt;b&gt;&quot;Ana&quot; H\./)
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  expect(dataOf(html)['@graph']).toContainEqual(
    expect.objectContaining({
      '@type': 'ItemList',
      itemListElement: [expect.objectContaining({ name: '</script><b>"Ana" H.' })],
    }),
  )
})

test('the structured data has the questions, the breadcrumbs, the list and the service', async () => {
  await makeMaestro(app)
  const html = await freshText(PAIR)
  const graph = dataOf(html)['@graph']
  expect(graph.map((part) => part['@type'])).toEqual(['FAQPage', 'BreadcrumbList', 'ItemList', 'Service'])
  expect(graph[1]).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Maestros', item: 'https://maestros.example/maestros' },
      { position: 2, name: 'Plomería', item: 'https://maestros.example/maestros/plomeria' },
      { position: 3, name: 'Coyoacán', item: 'https://maestros.example/maestros/plomeria/coyoacan' },
    ],
  })
  const questions = html.match(/<dt>[^<]+/g)?.map((item) => item.slice(4))
  expect(questions).toContain('¿Cuántos maestros de plomería hay en Coyoacán?')
  expect(graph[0]).toMatchObject({ mainEntity: questions?.map((name) => ({ name })) })
})

test('a page links to the neighbouring boroughs, to other trades of the borough, and to the sign-up with the choice', async () => {
  await makeMaestro(app)
  await makeMaestro(app, { alcaldias: ['Tlalpan'] })
  await makeMaestro(app, { oficios: ['Electricidad'] })
  const html = await freshText(PAIR)
  expect(html).toContain('<a href="/maestros/plomeria/tlalpan">Tlalpan (1 maestro)</a>')
  expect(html).toContain('<a href="/maestros/plomeria/xochimilco">Xochimilco (pronto)</a>')
  expect(html).not.toContain('/maestros/plomeria/azcapotzalco')
  expect(html).toContain('<a href="/maestros/electricidad/coyoacan">Electricidad (1 maestro)</a>')
  expect(html).not.toContain('/maestros/pintura/coyoacan')
  expect(html).toContain('href="/registro?alcaldia=Coyoac%C3%A1n&amp;oficio=Plomer%C3%ADa"')
  expect(html).toContain('Guardamos lo que estabas buscando.')
  expect(html).toContain('href="/login?alcaldia=Coyoac%C3%A1n&amp;oficio=Plomer%C3%ADa"')
})

test('the page of a trade lists all boroughs, and the index all trades', async () => {
  const { trades, boroughs } = await catalogueSizes()
  await makeMaestro(app, { alcaldias: ['Coyoacán', 'Tlalpan'] })
  const trade = await freshText('/maestros/plomeria')
  expect(trade).toContain('<h1>Plomería en la Ciudad de México</h1>')
  expect(trade).toContain('Hay maestros de plomería en 2 alcaldías')
  expect(trade.match(/href="\/maestros\/plomeria\/[^"]+"/g)).toHaveLength(boroughs)
  // The links to the sign-up name no search here.
  expect(trade).toContain('href="/registro"')
  expect(trade).not.toContain('Guardamos lo que estabas buscando.')
  expect(trade).toContain('content="index, follow"')
  const index = await freshText('/maestros')
  expect(index.match(/<section>.*<\/section>/s)?.[0].match(/<a /g)).toHaveLength(trades)
  expect(index).toContain('<a href="/maestros/plomeria">Plomería (2 alcaldías)</a>')
})

test('a page without maestros offers an alert and asks search engines not to list it', async () => {
  const html = await freshText(PAIR)
  expect(html).toContain('content="noindex, follow"')
  expect(html).toContain('Todavía no hay maestros de plomería en Coyoacán')
  expect(html).toContain('>Avísame cuando haya alguien</a>')
  expect(dataOf(html)['@graph'].map((part) => part['@type'])).toEqual(['FAQPage', 'BreadcrumbList'])
  expect(await freshText('/maestros/plomeria')).toContain('content="noindex, follow"')
})

test.each([
  ['upper case', '/maestros/PLOMERIA/Coyoacan'],
  ['accents', '/maestros/plomer%C3%ADa/coyoac%C3%A1n'],
  ['a final slash', '/maestros/plomeria/coyoacan/'],
  ['a query that is kept out of the redirect', '/maestros/Plomeria/coyoacan?utm_source=x'],
])('an address with %s redirects permanently to the canonical one', async (_what, path) => {
  const answer = await pages.get(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([301, PAIR])
})

test.each(['/maestros/nada', '/maestros/plomeria/nada', '/maestros/nada/coyoacan', `${PAIR}/x`])(
  '%s is answered with 404 and the page that says so, which needs no script',
  async (path) => {
    const answer = await pages.get(path)
    expect([answer.status, await answer.text()]).toEqual([404, NOT_FOUND])
  },
)

test('a trade that is not active has no page', async () => {
  const activate = (activo: boolean) =>
    app.sql`update public.oficios_disponibles set activo = ${activo} where nombre = 'Pintura'`
  expect(await freshText('/maestros/pintura')).toContain('<h1>Pintura')
  await activate(false)
  expect(await freshText('/maestros/pintura')).toBe(NOT_FOUND)
  await activate(true)
})

test('no two names of a catalogue have the same address', async () => {
  const { trades, boroughs } = await catalogueSizes()
  const addresses = async (path: string) =>
    new Set((await freshText(path)).match(new RegExp(`href="${path}/[^"]+"`, 'g')))
  expect((await addresses('/maestros')).size).toBe(trades)
  expect((await addresses('/maestros/plomeria')).size).toBe(boroughs)
})

test('each encoding has a strong ETag, an unchanged page is answered with 304, and a change of the directory changes the ETag once the page is read again', async () => {
  await makeMaestro(app)
  expect(cardsOf(await freshText(PAIR))).toHaveLength(1)
  const plain = await pages.get(PAIR)
  const etag = String(plain.headers.get('etag'))
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  expect(plain.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=60')
  expect(plain.headers.get('vary')).toBe('accept-encoding')
  const packed = await pages.get(PAIR, { 'accept-encoding': 'gzip, br' })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('etag')).not.toBe(etag)
  expect(await packed.text()).toBe(await plain.text())
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await pages.get(PAIR, { 'if-none-match': known })
    expect([known, again.status, await again.text()]).toEqual([known, 304, ''])
  }
  expect((await pages.get(PAIR, { 'if-none-match': '"other"' })).status).toBe(200)
  await makeMaestro(app)
  expect((await pages.get(PAIR)).headers.get('etag')).toBe(etag)
  await freshText(PAIR)
  expect((await pages.get(PAIR)).headers.get('etag')).not.toBe(etag)
})

test.each(['suspended', 'on pause', 'not wanting to appear'])(
  'a maestro who is %s disappears when the page is read again, at most twice PUBLIC_PAGE_SECONDS later',
  async (state) => {
    await makeMaestro(app, { nombre: 'Queda' })
    const leaving = await makeMaestro(app, { nombre: 'Sale' })
    const names = async () => cardsOf(await freshText(PAIR)).map((card) => card.split(' ')[0])
    expect((await names()).sort()).toEqual(['Queda', 'Sale'])
    if (state === 'suspended') await suspend(app, leaving.id)
    if (state === 'on pause') {
      await app.sql`
        select interno.cambiar_disponibilidad(${leaving.id}, 'pausa', interno.dia_de_la_ciudad(now()) + 5, 1, 90)`
    }
    if (state === 'not wanting to appear') {
      const { error } = await leaving.client
        .from('maestros')
        .update({ en_paginas_publicas: false })
        .eq('id', leaving.id)
      expect(error).toBeNull()
    }
    expect(await names()).toEqual(['Queda'])
    // The figures include everybody who is in the directory.
    const total = state === 'not wanting to appear' ? '2 maestros' : '1 maestro'
    expect(await (await pages.get(PAIR)).text()).toContain(`<li>${total}</li>`)
  },
)

test('the sitemap lists the pages with at least one maestro, with the day of their last change', async () => {
  await makeMaestro(app, { oficios: ['Plomería'], alcaldias: ['Coyoacán'] })
  const gone = await makeMaestro(app, { oficios: ['Pintura'], alcaldias: ['Tlalpan'] })
  await suspend(app, gone.id)
  await app.sql`
    update interno.directorio_totales set cambiado_en = '2026-03-05T12:00:00Z' where oficio = 'Plomería'`
  const map = await freshText('/sitemap.xml')
  expect(map.match(/<url>.*<\/url>/g)).toEqual(
    ['/maestros', '/maestros/plomeria', PAIR].map(
      (path) => `<url><loc>https://maestros.example${path}</loc><lastmod>2026-03-05</lastmod></url>`,
    ),
  )
  const [before] = await app.sql<{ cambiado_en: Date }[]>`
    select cambiado_en from interno.directorio_totales where oficio = 'Plomería' and alcaldia = 'Coyoacán'`
  await makeMaestro(app)
  const [after] = await app.sql<{ cambiado_en: Date }[]>`
    select cambiado_en from interno.directorio_totales where oficio = 'Plomería' and alcaldia = 'Coyoacán'`
  expect(after!.cambiado_en > before!.cambiado_en).toBe(true)
})

test('an address over the limit of requests is refused before a page is read', async () => {
  const limited = await serveSearchPages(app, { LIMIT_REQUESTS_ADDRESS: { max: 3, seconds: 600 } })
  try {
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await limited.get('/maestros')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  } finally {
    await limited.close()
  }
})
