import type { Page } from '@playwright/test'
import { makeMaestro, me } from '../support/chats.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { layersRemoved } from '../support/layers.ts'
import { channelJoined } from '../support/live.ts'
import { completeMe, expectToast, requestContact } from '../support/maestro.ts'
import { operate } from '../support/operator.ts'
import { DELETE_DATABASES } from '../support/page-pool.ts'
import { makeReviewableMaestro, reviewedBy, unlockedDaysAgo } from '../support/reviews.ts'
import { demoSeekers, storeReviews } from '../support/stored.ts'

const card = (page: Page) => page.getByRole('heading', { name: 'Reseñas' }).locator('..')
const bar = (page: Page, stars: string) => card(page).getByRole('button', { name: new RegExp(`^${stars}: `) })

test.describe('a seeker', () => {
  test.use({ account: { role: 'buscador' } })

  test('sees how many reviews there are of each number of stars, those of one on demand, all of them in pages, and a mark on one that was written right after the unlock and does not count', async ({
    page,
    request,
  }) => {
    const ana = await me(page, request)
    const luis = await makeMaestro(request, { nombre: 'Luis', apellido: 'Hernández' })
    const seekers = await demoSeekers(request, 24)
    await storeReviews(request, luis.id, seekers, (nth) => ({
      puntuacion: nth === 0 ? 2 : nth % 2 === 0 ? 3 : 5,
      trabajo_realizado: nth > 0,
    }))
    const atOnce = { nombre: 'Eva', apellido: 'Ríos', atOnce: true }
    await reviewedBy(request, luis, { puntuacion: 4, comentario: 'El mejor maestro de la ciudad.' }, atOnce)
    await page.goto(`/perfil/${luis.id}`)
    await expect(page).toHaveTitle(/^(\(\d+\) )?Luis H\. · Perfil del maestro · Maestros CDMX$/)
    const items = card(page).getByRole('listitem')
    await expect(items).toHaveCount(10)
    await expect(bar(page, '5 estrellas')).toHaveAccessibleName('5 estrellas: 12 reseñas')
    await expect(bar(page, '4 estrellas')).toHaveAccessibleName('4 estrellas: 0 reseñas')
    await expect(bar(page, '2 estrellas')).toHaveAccessibleName('2 estrellas: 1 reseña')
    const uncounted = page.getByText('Aún no cuenta en el promedio')
    await expect(items.filter({ hasText: 'El mejor maestro' })).toContainText('Aún no cuenta en el promedio')
    await expect(uncounted).toHaveCount(1)
    await expectAccessible(page)
    await bar(page, '2 estrellas').click()
    await expect(items).toHaveCount(1)
    await expect(items).toContainText('El trabajo no se realizó')
    await expect(items.getByText('2 de 5')).toBeVisible()
    await expect(bar(page, '2 estrellas')).toHaveAttribute('aria-pressed', 'true')
    await bar(page, '1 estrella').click()
    await expect(card(page).getByText('No hay reseñas de 1 estrella.')).toBeVisible()
    const more = card(page).getByRole('button', { name: 'Ver más reseñas' })
    await bar(page, '5 estrellas').click()
    await expect(items).toHaveCount(10)
    await more.click()
    await expect(items).toHaveCount(12)
    await expect(items.getByRole('img', { name: '5 de 5' })).toHaveCount(12)
    await card(page).getByRole('button', { name: 'Ver todas' }).click()
    await expect(items).toHaveCount(10)
    await expect(page.getByRole('heading', { name: 'Reseñas' })).toBeFocused()

    await test.step('gets the next page also when a live change reads the profile again meanwhile', async () => {
      let calls = 0
      await page.route('**/functions/v1/resenas/**cursor=**', (route) => {
        calls += 1
        // The first one is never answered.
        return calls === 1 ? undefined : route.continue()
      })
      await more.click()
      await expect.poll(() => calls).toBe(1)
      // On another device.
      await requestContact(request, ana, luis)
      await expect(items).toHaveCount(20)
    })

    // The copy of the profile that is kept for a lost network has old reviews.
    await page.goto('/healthz')
    await reviewedBy(request, luis, { puntuacion: 5, comentario: 'Muy puntual y muy amable.' })
    await page.goto(`/perfil/${luis.id}`)
    await expect(bar(page, '5 estrellas')).toHaveAccessibleName('5 estrellas: 13 reseñas')
  })
})

test.describe('a maestro', () => {
  test.use({ account: { role: 'maestro' } })

  test('sees a review arrive on the open profile, answers it once, and sees it go when an operator removes it', async ({
    page,
    request,
  }) => {
    const luis = await completeMe(page, request)
    const joined = channelJoined(page)
    // The address is that of the link in the e-mail about a review.
    await page.goto('/perfil-maestro#resenas')
    await expect(page.getByText('Aún no hay reseñas')).toBeInViewport()
    await expect(page.getByText(/Al terminar un trabajo, pídele su reseña/)).toBeVisible()
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0)
    await joined
    const id = await reviewedBy(request, luis, { puntuacion: 4, comentario: 'Buen trabajo en la cocina.' })
    const item = card(page).getByRole('listitem')
    await expect(item).toContainText('Buen trabajo en la cocina.')
    await item.getByRole('button', { name: 'Responder' }).click()
    const field = item.getByLabel('Tu respuesta')
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(/puede editarla hasta el/)
    await item.getByRole('button', { name: 'Publicar respuesta' }).click()
    await expect(item.getByText('Escribe tu respuesta.')).toBeVisible()
    await field.fill('Gracias. Mi número es 5512345678')
    await item.getByRole('button', { name: 'Publicar respuesta' }).click()
    await expect(
      item.getByText('La respuesta no puede llevar teléfonos, correos, enlaces ni redes.'),
    ).toBeVisible()
    await expectAccessible(page)
    await field.fill('Gracias por su confianza.')
    // A reload loses nothing of it.
    const rejoined = channelJoined(page)
    await page.reload()
    await item.getByRole('button', { name: 'Responder' }).click()
    await expect(field).toHaveValue('Gracias por su confianza.')
    await rejoined
    await item.getByRole('button', { name: 'Publicar respuesta' }).click()
    await expectToast(page, 'Tu respuesta ya está publicada.')
    await expect(item).toContainText('Respuesta del maestro')
    await expect(item).toContainText('Gracias por su confianza.')
    await expect(item.getByRole('button', { name: 'Responder' })).toHaveCount(0)
    await operate(request, 'remove-review', id, '--motivo', 'No habla del trabajo del maestro.')
    await expect(page.getByText('Aún no hay reseñas')).toBeVisible()
  })

  test('sees on the open dashboard how a review brings the next level closer, and what else is missing', async ({
    page,
    request,
  }) => {
    const luis = await completeMe(page, request)
    const joined = channelJoined(page)
    await page.goto('/dashboard-maestro')
    const level = page.getByRole('region', { name: 'Tu nivel' })
    await expect(level).toContainText('Te faltan 3 reseñas para Confianza comprobada')
    await expect(level).toContainText('Falta verificar tu identidad (INE).')
    await expect(level).not.toContainText('Tu calificación')
    await joined
    await reviewedBy(request, luis, { puntuacion: 2, comentario: 'Llegó dos horas tarde a la cita.' })
    await expect(level).toContainText('Te faltan 2 reseñas para Confianza comprobada')
    await expect(level).toContainText('Tu calificación debe ser de 4.0 o más. Ahora es de 2.0.')
    await level.getByRole('button', { name: 'Nuevo' }).click()
    await expect(
      page.getByText('Acaba de empezar o todavía tiene pocas reseñas', { exact: false }),
    ).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('three days after the unlock', () => {
  test.use({ account: { role: 'buscador' } })

  test('the chat asks the seeker once for a review; writing it ends the request, and a dismissed request is not shown again after a reload', async ({
    page,
    request,
  }) => {
    const ana = await me(page, request)
    const { luis, chat } = await makeReviewableMaestro(request, ana)
    const other = await makeReviewableMaestro(request, ana)
    const asked = page.getByRole('region', { name: '¿Cómo te fue con Luis?' })
    await page.goto(`/chats/${chat}`)
    await expect(page.getByText('Voy mañana a las nueve')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(asked).toHaveCount(0)
    await unlockedDaysAgo(request, ana, 3)
    // The browser has kept the conversation with the time of the unlock, which only a test changes.
    await page.goto('/healthz')
    await page.evaluate<void>(DELETE_DATABASES)
    await page.goto(`/chats/${chat}`)
    await expect(asked).toBeVisible()
    await expectAccessible(page)
    await asked.getByRole('button', { name: 'Escribir una reseña', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Tu reseña de Luis' })
    await dialog.getByRole('radio', { name: '5 estrellas: Muy bien' }).check()
    await dialog.getByRole('radio', { name: 'Sí, se realizó' }).check()
    await dialog.getByLabel('Cuenta cómo fue').fill('Muy puntual y cuidadoso.')
    await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
    await expect(asked).toHaveCount(0)
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await layersRemoved(page)
    await page.goto(`/perfil/${luis.id}`)
    await expect(card(page).getByRole('listitem')).toContainText('Muy puntual y cuidadoso.')

    await page.goto(`/chats/${other.chat}`)
    await expect(asked).toBeVisible()
    await page.waitForLoadState('networkidle')
    const stored = page.waitForResponse(
      (response) => response.request().postData()?.includes('descartar') ?? false,
    )
    await asked.getByRole('button', { name: 'Cerrar y no volver a preguntar' }).click()
    await expect(asked).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await stored
    await page.reload()
    await expect(page.getByText('Voy mañana a las nueve')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(asked).toHaveCount(0)
  })
})
