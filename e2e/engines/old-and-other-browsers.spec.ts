import sharp from 'sharp'
import { test as base, expect, pathOf } from '../support/conversation.ts'
import { REFUSED } from '../support/fixtures.ts'

/** What other browsers do differently, imitated in Chromium. */

// These tests add scripts or abort the app's own code, so no other test may use their pages.
const test = base.extend({ page: ({ freshPage }, use) => use(freshPage) })

test('a browser that is too old sees a sentence instead of a page', async ({ page }) => {
  await page.addInitScript('delete AbortSignal.prototype.throwIfAborted')
  for (const path of ['/', '/login']) {
    await page.goto(path)
    await expect(page.getByText('Tu navegador es demasiado antiguo')).toBeVisible()
    await expect(page.getByRole('status')).toHaveCount(0)
    await expect(page.locator('form')).toBeHidden()
  }
})

test.describe('a page whose script cannot be loaded', () => {
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|dynamically imported module`) })

  test('says so instead of showing a spinner, and loading again makes it work', async ({ page }) => {
    await page.route('**/assets/entry.client-*.js', (route) => route.abort())
    await page.goto('/')
    await expect(page.getByText('La página no terminó de cargar.')).toBeVisible()
    await page.unroute('**/assets/entry.client-*.js')
    await page.getByRole('button', { name: 'Cargar de nuevo' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  })
})

test('a dialog gives the focus back to its opener where a click does not focus buttons', async ({
  pair,
  open,
}) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  const opener = page.getByRole('button', { name: 'Enviar imagen', exact: true })
  await expect(opener).toBeVisible()
  // As Safari: pressing a button takes the focus away and gives it to nothing.
  await page.evaluate(
    "addEventListener('mousedown', (event) => { event.preventDefault(); document.activeElement?.blur() }, true)",
  )
  await opener.click()
  await expect(page.getByRole('dialog', { name: 'Compartir imagen' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('a WebP picture is sent as a JPEG where the browser cannot write WebP', async ({ pair, open }) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await page.evaluate(`(() => {
    window.sentTypes = []
    // The worker that makes pictures smaller writes JPEG only, in browsers that have this.
    delete globalThis.OffscreenCanvas
    const append = FormData.prototype.append
    FormData.prototype.append = function (...given) {
      if (given[1] instanceof Blob) window.sentTypes.push(given[1].type)
      return append.apply(this, given)
    }
    const write = HTMLCanvasElement.prototype.toBlob
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      return write.call(this, done, type === 'image/webp' ? 'image/png' : type, quality)
    }
  })()`)
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const buffer = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#000', noise },
  })
    .webp({ quality: 100 })
    .toBuffer()
  await page.getByRole('button', { name: 'Enviar imagen', exact: true }).click()
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Seleccionar desde dispositivo' }).click()
  await (await picker).setFiles({ name: 'fuga.webp', mimeType: 'image/webp', buffer })
  const preview = page.getByRole('dialog', { name: 'Vista previa de imagen' })
  await preview.getByRole('button', { name: 'Enviar imagen' }).click()
  // The browser does not tell what is in a form with files, so the page itself notes what it puts there.
  await expect.poll(() => page.evaluate('window.sentTypes')).toEqual(['image/jpeg'])
})
