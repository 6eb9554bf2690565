import { alternativas } from '@maestros/contrato/directorio/alternativas'
import { avisame } from '@maestros/contrato/directorio/avisame'
import { maestros } from '@maestros/contrato/directorio/maestros'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { choose, pagina, tarjeta, tarjetas } from '../setup/rows/directorio.ts'
import { BUSCADOR } from '../setup/rows/people.ts'
import { answer, callsOf, held, LOST, NEVER, odd, refusal } from '../setup/screen/answers.ts'
import { open } from '../setup/screen/app.tsx'
import { installClock, passUntil } from '../setup/screen/time.ts'

/** A search whose answer is late, odd or at the limits of what a card can show. */

const cards = page.getByRole('article')
const empty = page.getByText('No hay resultados', { exact: true })
const retry = page.getByRole('button', { name: 'Reintentar' })

function openResults(filters = '') {
  choose('Coyoacán', 'Plomería')
  open(`/resultados${filters}`, { as: BUSCADOR })
}

describe('the list of results', () => {
  test('shows skeletons in the layout of the cards while it loads', async () => {
    await page.viewport(360, 740)
    const slow = held<never>()
    answer(maestros, slow.reply)
    openResults()
    await expect.element(page.getByRole('status').filter({ hasText: 'Cargando' })).toBeInTheDocument()
    const box = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    await document.fonts.ready
    await expect.poll(() => document.querySelector('main .grid > div')).not.toBeNull()
    const coming = box('main .grid > div')
    slow.release(pagina(tarjetas(3)))
    await expect.element(cards.first()).toBeVisible()
    const came = box('article')
    expect(came.y).toBe(coming.y)
    expect(Math.abs(came.height - coming.height)).toBeLessThanOrEqual(8)
  })

  test('can show names at their limits, no photo and no reviews, and never rounds a star up', async () => {
    await page.viewport(360, 740)
    const long = 'Maximiliano-Wenceslao-Nepomuceno-Querétaro'
    const [first, second, third] = tarjetas(3)
    const edge = { nombre: 'Ñandú', apellido: 'Á', promedio_calificacion: 4.9, cantidad_reseñas: 1 }
    answer(
      maestros,
      pagina([
        { ...tarjeta(edge), id: first?.id ?? '' },
        {
          ...tarjeta({ ...edge, nombre: long, oficio_principal: 'Impermeabilización de azoteas' }),
          id: second?.id ?? '',
        },
        { ...tarjeta({ ...edge, promedio_calificacion: 0, cantidad_reseñas: 0 }), id: third?.id ?? '' },
      ]),
    )
    choose('La Magdalena Contreras', 'Impermeabilización')
    open('/resultados', { as: BUSCADOR })
    await expect.element(cards.nth(0).getByRole('img', { name: '4.9 de 5, 1 reseña' })).toBeVisible()
    expect(cards.nth(0).element().querySelectorAll('[data-filled="true"]')).toHaveLength(4)
    expect(cards.nth(0).element().querySelector('[data-initials]')?.textContent).toBe('ÑÁ')
    expect(cards.nth(1).getByRole('heading').element().textContent).toBe(`${long} Á.`)
    await expect.element(cards.nth(2).getByRole('img', { name: 'Sin reseñas todavía' })).toBeVisible()
    await expect.element(cards.nth(2).getByText('0 reseñas')).toBeVisible()
    for (const width of [360, 180]) {
      await page.viewport(width, 740)
      expect(document.documentElement.scrollWidth, `at ${width} px`).toBeLessThanOrEqual(innerWidth)
    }
  })

  test('does not request a photo at an address of another site, and shows the initials', async () => {
    const foreign = ['https://example.com/foto.jpg', '//example.com/foto.jpg', '/\\example.com/foto.jpg']
    answer(maestros, pagina(tarjetas(3).map((one, at) => ({ ...one, foto_perfil_url: foreign[at] ?? null }))))
    openResults()
    await expect.poll(() => document.querySelectorAll('article [data-initials]').length).toBe(3)
    expect(document.querySelectorAll('article img')).toHaveLength(0)
  })

  test('that a filter has emptied still allows to remove the filters', async () => {
    answer(maestros, ({ nivel }) => pagina(nivel ? [] : tarjetas(1)))
    openResults('?nivel=experto')
    await expect.element(empty).toBeVisible()
    await page.getByRole('button', { name: 'Filtros 1 activo' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filtros' })
    const nobody = sheet.getByText(/^Nadie cumple con todos los filtros/)
    await expect.element(nobody).toBeVisible()
    await sheet.getByRole('button', { name: 'Quitar filtros' }).click()
    await expect.element(nobody).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await page.getByRole('main').getByRole('button', { name: 'Quitar filtros' }).click()
    await expect.element(cards.first()).toBeVisible()
    expect(location.pathname + location.search).toBe('/resultados')
  })
})

describe('a search that fails', () => {
  test.each([
    ['because there is no connection can be retried', LOST],
    ['because the server never answers ends after a time, and can be retried', NEVER],
  ] as const)('%s', async (_, reply) => {
    installClock()
    answer(maestros, reply)
    openResults()
    await passUntil(() => empty.query() !== null)
    answer(maestros, pagina(tarjetas(1)))
    await retry.click()
    await expect.element(cards.first()).toBeVisible()
  })

  test('in a later page keeps the loaded cards and can be retried', async () => {
    installClock()
    answer(maestros, ({ cursor }) => (cursor ? odd(503) : pagina(tarjetas(20), 25, 'next')))
    openResults()
    await expect.poll(() => cards.elements().length).toBe(20)
    cards.nth(19).element().scrollIntoView()
    const failed = page.getByText('No pudimos traer más maestros.')
    await passUntil(() => failed.query() !== null)
    expect(cards.elements()).toHaveLength(20)
    answer(maestros, pagina(tarjetas(5, 20), 25))
    await retry.click()
    await expect.poll(() => cards.elements().length).toBe(25)
  })
})

describe('an expired session', () => {
  test.each([
    ['401 with the message', 401, { success: false, error: 'Session expired', code: 'OTHER' }],
    ['401 with the message alone', 401, { error: 'Session expired' }],
    ['200 with the code alone', 200, { code: 'SESSION_EXPIRED' }],
    ['200 with success false and the message', 200, { success: false, error: 'Session expired' }],
  ])('is detected in an answer of %s: the person is signed out and redirected', async (_, status, body) => {
    answer(maestros, odd(status, body))
    openResults()
    await expect.poll(() => location.pathname).toBe('/login')
    await expect.element(page.getByRole('heading', { name: 'Inicia sesión' })).toBeVisible()
    open('/chats')
    await expect.poll(() => location.pathname).toBe('/login')
  })
})

describe('a search without results', () => {
  const alert = page.getByRole('button', { name: 'Avísame cuando haya alguien' })
  const isAlerted = page.getByText('Te avisaremos por correo cuando haya alguien.')

  test('lets a seeker ask for an alert when neighbouring boroughs cannot be read, which can be read again', async () => {
    answer(maestros, pagina([]))
    answer(alternativas, odd(400))
    const avisos: { alcaldia: string; oficio: string }[] = []
    answer(avisame, ({ activo, ...aviso }) => {
      avisos.splice(0, 1, ...(activo ? [aviso] : []))
      return { success: true as const }
    })
    openResults()
    await expect.element(page.getByText('No pudimos revisar las alcaldías vecinas.')).toBeVisible()
    await alert.click()
    await expect.element(isAlerted).toBeVisible()
    answer(alternativas, () => ({ cercanas: [{ alcaldia: 'Tlalpan', total: 2 }], avisos }))
    await retry.click()
    const near = page.getByRole('region', { name: 'Plomería en alcaldías vecinas' })
    await expect.element(near.getByRole('link')).toBeVisible()
    await expect.element(isAlerted).toBeVisible()
    await page.getByRole('button', { name: 'Ya no me avises' }).click()
    await expect.element(alert).toBeVisible()
    expect(callsOf('avisame').map(({ body }) => body)).toEqual([
      { alcaldia: 'Coyoacán', oficio: 'Plomería', activo: true },
      { alcaldia: 'Coyoacán', oficio: 'Plomería', activo: false },
    ])
  })

  test('says when to try again at a rate limit of alerts', async () => {
    answer(maestros, pagina([]))
    answer(alternativas, { cercanas: [], avisos: [] })
    const error = 'Has hecho muchas solicitudes. Podrás hacer otra en 20 segundos.'
    answer(avisame, refusal('RATE_LIMITED', error))
    openResults()
    await alert.click()
    await expect.element(page.getByText(error)).toBeVisible()
    await expect.element(alert).toBeVisible()
  })
})
