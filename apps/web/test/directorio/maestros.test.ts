import { SIN_FILTROS } from '@maestros/dominio/directorio/filtros'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { type Busqueda, maestrosQuery } from '#features/directorio/api/maestros.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { signedIn } from '../setup/people.ts'
import { type Answer, startTestServer } from '../setup/server.ts'

const { answers } = startTestServer()

const busqueda = (changes: Partial<Busqueda> = {}): Busqueda => ({
  alcaldia: 'Tlalpan',
  oficio: 'Plomería',
  filtros: SIN_FILTROS,
  ...changes,
})
const VERIFIED = { filtros: { ...SIN_FILTROS, verificados: true } }

/** On a busy machine the first call takes seconds. */
const PATIENT = { timeout: 30_000 }

const found = (total: number): Answer => ({ headers: { 'content-range': `*/${total}` }, json: [] })

/** What the screen has of a search while the answer is awaited, after another search has found so many. */
async function awaited(first: { found: number }, second: Busqueda): Promise<number | undefined> {
  answers.maestros = () => found(first.found)
  const observer = new InfiniteQueryObserver(queryClient, maestrosQuery(busqueda()))
  const end = observer.subscribe(() => undefined)
  const total = () => observer.getCurrentResult().data?.pages[0]?.total
  await expect.poll(total, PATIENT).toBe(first.found)
  const release = Promise.withResolvers<void>()
  answers.maestros = async () => {
    await release.promise
    return found(7)
  }
  observer.setOptions(maestrosQuery(second))
  const meanwhile = total()
  release.resolve()
  await expect.poll(total, PATIENT).toBe(7)
  end()
  return meanwhile
}

beforeEach(() => {
  signedIn()
  queryClient.clear()
})

test('the list of a choice stays while other filters of it are applied', async () => {
  expect(await awaited({ found: 3 }, busqueda(VERIFIED))).toBe(3)
})

test('an empty list does not stay while other filters are applied', async () => {
  expect(await awaited({ found: 0 }, busqueda(VERIFIED))).toBeUndefined()
})

test('the list of another borough or another trade does not stay', async () => {
  expect(await awaited({ found: 3 }, busqueda({ alcaldia: 'Coyoacán' }))).toBeUndefined()
  queryClient.clear()
  expect(await awaited({ found: 0 }, busqueda({ oficio: 'Electricidad' }))).toBeUndefined()
})
