import type { PaginaDeBusqueda } from '@maestros/contrato/directorio/pagina-de-busqueda'
import { expect, test } from 'vitest'
import type { ReadyPage } from '../../../src/platform/http/ready-page.ts'
import { Overloaded } from '../../../src/platform/limits/overloaded.ts'
import { pageStore } from '../../../src/subjects/directorio/pages/page-store.ts'

const contents = (titulo: string): PaginaDeBusqueda => ({
  ...{ pagina: '', descripcion: '', direccion: '', robots: '', datos: '', titulo, entrada: '', boton: '' },
  ...{
    registro: '',
    acceso: '',
    cierre: '',
    migas: [],
    actual: '',
    cifras: null,
    maestros: null,
    grupos: [],
    preguntas: [],
  },
})

function countingRender() {
  const rendered: string[] = []
  const render = async ({ titulo }: PaginaDeBusqueda): Promise<ReadyPage> => {
    rendered.push(titulo)
    return { html: titulo, etag: titulo, encodings: { br: Buffer.alloc(1), gzip: Buffer.alloc(1) } }
  }
  return { rendered, render }
}

test('a page is fresh until the given time has passed, and while it is being read for the first time there is none', async () => {
  const { render } = countingRender()
  const clock = { time: 1000, now: () => clock.time }
  const store = pageStore(10, render, clock)
  expect(store.fresh('/a')).toBeUndefined()
  const { promise, resolve } = Promise.withResolvers<PaginaDeBusqueda>()
  const first = store.page('/a', 'x', () => promise)
  expect(store.fresh('/a')).toBeUndefined()
  resolve(contents('a'))
  const page = await first
  expect(store.fresh('/a')).toBe(page)
  clock.time += 9_000
  expect(store.fresh('/a')?.html).toBe('a')
  clock.time += 1_500
  expect(store.fresh('/a')).toBeUndefined()
})

test('requests for one page that arrive together wait for one read', async () => {
  const { rendered, render } = countingRender()
  const store = pageStore(3600, render)
  let reads = 0
  const { promise, resolve } = Promise.withResolvers<PaginaDeBusqueda>()
  const read = () => {
    reads += 1
    return promise
  }
  const answers = Array.from({ length: 50 }, (_, n) => store.page('/a', `caller ${n}`, read))
  resolve(contents('a'))
  expect(new Set((await Promise.all(answers)).map(({ html }) => html))).toEqual(new Set(['a']))
  expect([reads, rendered]).toEqual([1, ['a']])
})

test('a page whose contents have not changed is not rendered again', async () => {
  const { rendered, render } = countingRender()
  const clock = { time: 1000, now: () => clock.time }
  const store = pageStore(10, render, clock)
  let title = 'a'
  const read = async () => contents(title)
  const later = () => {
    clock.time += 25_000
  }
  const first = await store.page('/a', 'x', read)
  later()
  expect(await store.page('/a', 'x', read)).toBe(first)
  expect(rendered).toEqual(['a'])
  title = 'b'
  later()
  expect((await store.page('/a', 'x', read)).html).toBe('b')
})

test('a caller who asks for many pages at once does not delay another caller', async () => {
  const { render } = countingRender()
  const store = pageStore(3600, render)
  const { promise: blocked, resolve } = Promise.withResolvers<void>()
  const slow = async () => {
    await blocked
    return contents('slow')
  }
  const crawler = Array.from({ length: 20 }, (_, n) => store.page(`/crawler/${n}`, 'crawler', slow))
  const person = await store.page('/person', 'person', async () => contents('person'))
  expect(person.html).toBe('person')
  resolve()
  await Promise.all(crawler)
})

test('a caller with too many pages in the queue is refused with Overloaded, and a failed read is tried again', async () => {
  const { render } = countingRender()
  const store = pageStore(3600, render)
  const { promise: blocked, resolve } = Promise.withResolvers<void>()
  const slow = async () => {
    await blocked
    return contents('slow')
  }
  const many = Array.from({ length: 200 }, (_, n) => store.page(`/crawler/${n}`, 'crawler', slow))
  const settled = Promise.allSettled(many)
  resolve()
  const refused = (await settled).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every((one) => 'reason' in one && one.reason instanceof Overloaded)).toBe(true)
  await expect(store.page('/a', 'x', () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
  expect((await store.page('/a', 'x', async () => contents('a'))).html).toBe('a')
})

test('an older page is answered at once while it is read in the background, and one older than twice the time is not answered', async () => {
  const { render } = countingRender()
  const clock = { time: 1000, now: () => clock.time }
  const store = pageStore(10, render, clock)
  await store.page('/a', 'x', async () => contents('first'))
  clock.time += 10_500
  const { promise, resolve } = Promise.withResolvers<PaginaDeBusqueda>()
  let reads = 0
  const slow = () => {
    reads += 1
    return promise
  }
  expect((await store.page('/a', 'x', slow)).html).toBe('first')
  expect((await store.page('/a', 'y', slow)).html).toBe('first')
  resolve(contents('second'))
  await expect.poll(async () => (await store.page('/a', 'x', slow)).html, { timeout: 20_000 }).toBe('second')
  expect(reads).toBe(1)
  clock.time += 20_500
  expect((await store.page('/a', 'x', async () => contents('third'))).html).toBe('third')
})
