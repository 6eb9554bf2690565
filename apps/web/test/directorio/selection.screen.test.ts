import { maestros } from '@maestros/contrato/directorio/maestros'
import { oficiosBuscados } from '@maestros/contrato/directorio/oficios-buscados'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { choose, oficios, pagina, tarjetas } from '../setup/rows/directorio.ts'
import { BUSCADOR } from '../setup/rows/people.ts'
import { answer, answerTable, callsOf, held, NEVER, odd } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { installClock, passTime } from '../setup/screen/time.ts'

const plomeria = page.getByRole('button', { name: 'Plomería' })

function openTrades() {
  choose('Tlalpan')
  open('/seleccion-oficio', { as: BUSCADOR })
}

test('a trade with an empty or unknown icon has the default icon', async () => {
  const icons = [null, '', 'no-existe', 'constructor']
  answerTable(
    'oficios_disponibles',
    icons.map((icono, id) => ({ id, nombre: `Oficio ${id}`, icono })),
  )
  openTrades()
  await expect.poll(() => document.querySelectorAll('[data-icon="default"]').length).toBe(4)
})

test('the trades are shown without the most searched ones that cannot be read, and no place is kept for them when this is known before', async () => {
  const trades = held<ReturnType<typeof oficios>>()
  answer(oficiosBuscados, odd(500))
  answerTable('oficios_disponibles', trades.reply)
  openTrades()
  const waiting = page.getByText('Cargando los más buscados…')
  await expect.element(waiting).toBeInTheDocument()
  await expect.poll(() => callsOf('oficios-buscados').length).toBe(1)
  trades.release(oficios('Electricidad', 'Plomería'))
  await expect.element(plomeria).toBeVisible()
  await expect.element(waiting).not.toBeInTheDocument()
  expect(page.getByRole('radiogroup').query()).toBeNull()
  const field = page.getByRole('searchbox').element().getBoundingClientRect()
  const first = page.getByRole('group').getByRole('button').first().element().getBoundingClientRect()
  expect(first.top - field.bottom).toBeLessThan(40)
})

test('the results are loaded while the search overlay is shown', async () => {
  installClock()
  let clicked = 0
  const searchedAfter: number[] = []
  answer(maestros, () => {
    searchedAfter.push(Date.now() - clicked)
    return pagina(tarjetas(1))
  })
  openTrades()
  await plomeria.click()
  const search = page.getByRole('button', { name: 'Buscar maestro' })
  search.element().addEventListener('click', () => {
    clicked = Date.now()
  })
  await search.click()
  await expect.element(page.getByText('Buscando maestros...')).toBeVisible()
  await expect.poll(() => searchedAfter.length).toBe(1)
  expect(searchedAfter[0]).toBeLessThan(2000)
  await passTime(100)
  // From here on no search is answered, so the results shown were loaded before.
  answer(maestros, NEVER)
  await passTime(2000)
  await expect.poll(() => location.pathname).toBe('/resultados')
  await expect.element(page.getByRole('article')).toBeVisible()
})

test('going back while the search overlay is shown cancels the redirect to the results', async () => {
  installClock()
  answer(maestros, pagina(tarjetas(1)))
  open('/', { as: BUSCADOR })
  await page.getByRole('button', { name: 'Tlalpan' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await plomeria.click()
  await page.getByRole('button', { name: 'Buscar maestro' }).click()
  await expect.element(page.getByText('Buscando maestros...')).toBeVisible()
  history.back()
  await expect
    .element(page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' }))
    .toBeVisible()
  await passTime(3000)
  expect(location.pathname).toBe('/')
})
