import type { APIRequestContext, Page } from '@playwright/test'
import { headersOf, signUp } from '../support/api.ts'
import { makeMaestro, startChat, write } from '../support/chats.ts'
import { expect, REFUSED } from '../support/fixtures.ts'
import { installed, test } from '../support/installed-app.ts'

test.use({ expectedErrors: new RegExp(`${REFUSED.source}|unread count`) })

test('the worker is never cached, may request only this site, and is installed only for signed-in people', async ({
  openApp,
  request,
}) => {
  const worker = await request.get('/sw.js')
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
    'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  })
  const page = await openApp(null)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(
    await page.evaluate<number>('navigator.serviceWorker.getRegistrations().then((all) => all.length)'),
  ).toBe(0)
})

test('the manifest makes the app installable, and all its pictures have the size that it says', async ({
  openApp,
  request,
}) => {
  const page = await openApp((await signUp(request, 'buscador')).session)
  await page.goto('/')
  const devtools = await page.context().newCDPSession(page)
  const { errors, url } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const answer = await request.get(new URL(url).pathname)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ id: '/', start_url: '/', lang: 'es-MX', display: 'standalone' })
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await page.evaluate<string>(
      `new Promise((resolve) => {
        const image = new Image()
        image.onload = () => resolve(image.naturalWidth + 'x' + image.naturalHeight)
        image.onerror = () => resolve('broken')
        image.src = ${JSON.stringify(src)}
      })`,
    )
    expect(size, src).toBe(sizes)
    expect((await (await request.get(src)).body()).length, src).toBeLessThan(80_000)
  }
})

/** A worker of another build. Its own name is a whole text; the name of the manifest file contains it too. */
const renamed = (build: string, other: string) => (code: string) =>
  code.replaceAll(new RegExp(`(["'\`])${build}\\1`, 'g'), `"${other}"`)

test('the files of an older version are removed when the worker of the only open page takes over, a later visit requests each stored file once, and a newer version is offered quietly: nothing is loaded again until the person wants it', async ({
  openApp,
  reverseProxy,
  request,
}) => {
  test.slow()
  const { session, chatId } = await makeChat(request)
  // The build that the worker names decides whether a page is older.
  const [, build = ''] = /manifest-(\w+)\.js/.exec(await (await request.get('/')).text()) ?? []
  reverseProxy.change('/sw.js', renamed(build, 'older'))
  const page = await openApp(session)
  await page.goto(`/chats/${chatId}`)
  await installed(page)
  const stored = () => page.evaluate<string[]>('caches.keys()')
  const update = () => page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update())')
  expect(await stored()).toEqual(['maestros-app-older'])

  await test.step('this version takes over', async () => {
    reverseProxy.change('/sw.js', (code) => code)
    await update()
    await expect.poll(stored, { timeout: 30_000 }).toEqual([`maestros-app-${build}`])
  })
  const text = page.getByRole('textbox')
  await test.step('a later visit', async () => {
    await page.reload()
    await expect(text).toBeVisible()
    // Counted by the page itself: the one before it may still be requesting files.
    const files = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
    )
    const precached = await page.evaluate<string[]>(
      "caches.match('/precached.json').then((answer) => answer.json())",
    )
    const requested = files.filter((file) => precached.includes(file))
    expect(requested.length).toBeGreaterThan(10)
    expect(requested.filter((file, nth) => requested.indexOf(file) !== nth)).toEqual([])
  })
  await test.step('a newer version', async () => {
    await text.fill('Estoy escribiendo algo largo')
    await page.evaluate('window.sameDocument = true')
    reverseProxy.change('/sw.js', renamed(build, `${build}-next`))
    await update()
    // The next worker downloads all files first.
    await expect(page.getByText('Hay una versión nueva')).toBeVisible({ timeout: 60_000 })
    expect(await page.evaluate<boolean>('window.sameDocument')).toBe(true)
    await expect(text).toHaveValue('Estoy escribiendo algo largo')
    // The files of the build that is still open stay stored.
    expect(await stored()).toEqual([`maestros-app-${build}`, `maestros-app-${build}-next`])

    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(text).toHaveValue('Estoy escribiendo algo largo')
    expect(await page.evaluate<boolean>('window.sameDocument !== true')).toBe(true)
  })
})

test('a push shows a notification of its chat, and a click opens that chat without loading the page again', async ({
  openApp,
  request,
}) => {
  test.slow()
  const { page, chatId } = await openWithUnread(openApp, request)
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId } of registrations) resolve(registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const origin = new URL(page.url()).origin
  const ruta = `/chats/${chatId}`
  // A headless browser refuses to show notifications, so what the worker asks of it is recorded.
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('there is no service worker')
  await worker.evaluate(`self.shown = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      self.shown.push({ title, ...options })
    }`)
  const deliver = async (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  await deliver(
    JSON.stringify({
      titulo: 'Ramón Á.',
      cuerpo: 'Te escribió un mensaje.',
      grupo: 'chat:1',
      ruta,
      en: 1_790_000_000_000,
    }),
  )
  await expect.poll(() => worker.evaluate('self.shown.length')).toBe(1)
  await deliver('not a notification of ours')
  await expect.poll(() => worker.evaluate('self.shown.length')).toBe(2)
  expect(await worker.evaluate('self.shown')).toMatchObject([
    {
      title: 'Ramón Á.',
      body: 'Te escribió un mensaje.',
      tag: 'chat:1',
      data: { ruta },
      timestamp: 1_790_000_000_000,
    },
    {
      title: 'Maestros CDMX',
      body: 'Tienes novedades. Abre la aplicación para verlas.',
      tag: 'otro',
      data: { ruta: '/' },
    },
  ])

  await page.evaluate('window.sameDocument = true')
  await worker.evaluate(`{
    const click = new ExtendableEvent('notificationclick')
    click.notification = { data: ${JSON.stringify({ ruta })}, close: () => { self.closed = true } }
    self.dispatchEvent(click)
  }`)
  await expect(page).toHaveURL(ruta)
  await expect(page.getByText('Voy en camino')).toBeVisible()
  expect(await page.evaluate<boolean>('window.sameDocument')).toBe(true)
  expect(await worker.evaluate('self.closed')).toBe(true)
})

/** A seeker with an unread message, at the first screen, with the worker installed. */
async function openWithUnread(openApp: (session: object) => Promise<Page>, request: APIRequestContext) {
  const { session, chatId, maestro } = await makeChat(request)
  await write(request, maestro, chatId, 'Voy en camino')
  const page = await openApp(session)
  await page.goto('/')
  await installed(page)
  return { page, chatId }
}

async function makeChat(request: APIRequestContext) {
  const { session } = await signUp(request, 'buscador')
  const buscador = { id: session.user.id, headers: await headersOf(request, session.access_token) }
  const maestro = await makeMaestro(request, { nombre: 'Ramón', apellido: 'Ávila' })
  return { session, maestro, chatId: await startChat(request, { buscador, maestro }) }
}
