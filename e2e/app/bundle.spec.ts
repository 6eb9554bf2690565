import { createHash } from 'node:crypto'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { builtChunks, chunksInPage } from '../support/chunks.ts'
import { expect, test } from '../support/fixtures.ts'

/**
 * Budgets in kB of compressed JavaScript that a page loads before it can be used: the scripts that its HTML names, the
 * scripts of its screen (from the manifest when the page is not prerendered), and everything that these import. A page that
 * contains its code counts as a whole, with its text and styles.
 */
const BUDGETS_KB = {
  '/login': 140,
  '/login-maestro': 140,
  '/registro': 140,
  '/resultados': 178,
  '/onboarding-maestro': 185,
  '/operacion': 209,
}

/** What a submit of the sign-in form loads before it is sent: the rules of the form, the calls and the official client. */
const SIGN_IN_KB = 47

/** Each file costs a request, on networks where a browser sends six at once. */
const MOST_FILES = 23

const IN_HTML = /<link rel="modulepreload"[^>]* href="(\/assets\/[\w.-]+\.js)"/g
const CONTAINS_CODE = '<script type="importmap">'
const STATIC_IMPORT = /(?:^|[;}\s])import\s*(?:[^'"`()]*?from\s*)?["'`]\.\/([\w.-]+\.js)["'`]/g

for (const [path, budget] of Object.entries(BUDGETS_KB)) {
  test(`${path} needs at most ${budget} kB of compressed JavaScript before it can be used`, async ({
    request,
  }) => {
    const html = await text(request, path)
    const sizes = new Map<string, number>()
    if (html.includes(CONTAINS_CODE)) {
      sizes.set(path, sizeOf(await get(request, path)))
    } else {
      for (const [, asset = ''] of html.matchAll(IN_HTML)) await weigh(request, asset, sizes)
      for (const asset of modulesOf(await routesOf(request, html), path)) await weigh(request, asset, sizes)
    }
    const total = kbOf(sizes)
    const largest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 5)
    test.info().annotations.push({ type: 'kB', description: total.toFixed(1) })
    process.stdout.write(`${path}: ${total.toFixed(1)} of ${budget} kB in ${sizes.size} files\n`)
    for (const [asset, size] of largest) process.stdout.write(`  ${(size / 1000).toFixed(1)} kB ${asset}\n`)
    expect(sizes.size).toBeGreaterThan(0)
    expect(total).toBeLessThanOrEqual(budget)
  })
}

test(`a sign-in waits for at most ${SIGN_IN_KB} kB of compressed JavaScript after its page, visitors load no code of signed-in screens, and the menu does not wait for the outbox`, async ({
  request,
}) => {
  const built = [...(await builtChunks(request)).keys()]
  const inPage = [...(await chunksInPage(request, '/login'))].map((name) => `/assets/${name}`)
  const sizes = new Map(inPage.map((asset) => [asset, 0]))
  const weighPart = async (part: string) => {
    const name = built.find((one) => one.startsWith(`${part}-`))
    await weigh(request, `/assets/${name}`, sizes)
  }
  for (const part of ['on-submit', 'create-client']) await weighPart(part)
  const total = kbOf(sizes)
  process.stdout.write(`sign-in: ${total.toFixed(1)} of ${SIGN_IN_KB} kB\n`)
  expect(total).toBeLessThanOrEqual(SIGN_IN_KB)
  for (const part of ['placed-list', 'open-terms', 'confirm-email', 'recovery-code']) await weighPart(part)
  const loads = (parts: RegExp) => [...sizes.keys()].filter((asset) => parts.test(asset))
  expect(loads(/\/(?:signed-in|shared)-/)).toEqual([])
  await weighPart('navigation-bar')
  expect(loads(/\/signed-in-/)).toHaveLength(1)
  expect(loads(/\/(?:outbox|conversation)-/)).toEqual([])
})

test(`no screen needs more than ${MOST_FILES} script files, and only the console loads its code`, async ({
  request,
}) => {
  const html = await text(request, '/index.html')
  const routes = await routesOf(request, html)
  const screens = Object.values(routes).flatMap(({ path }) => path || [])
  expect(screens.length).toBeGreaterThan(20)
  const large: [string, number][] = []
  const withConsole: string[] = []
  for (const path of screens) {
    const files = new Map<string, number>()
    for (const [, asset = ''] of html.matchAll(IN_HTML)) await weigh(request, asset, files)
    for (const asset of modulesOf(routes, `/${path}`)) await weigh(request, asset, files)
    if (files.size > MOST_FILES) large.push([path, files.size])
    if ([...files.keys()].some((asset) => asset.includes('/console-'))) withConsole.push(path)
  }
  expect(large).toEqual([])
  expect(withConsole).toEqual(['operacion/*'])
})

test('no page contains styles that its Content-Security-Policy refuses', async ({ request }) => {
  for (const path of ['/', ...Object.keys(BUDGETS_KB)]) {
    const answer = await get(request, path)
    const elements = (await answer.text()).replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, '')
    expect(/<\w[^>]*\sstyle=/.test(elements), `${path}: an attribute`).toBe(false)
    const allowed = answer.headers()['content-security-policy'] ?? ''
    for (const [, styles = ''] of elements.matchAll(/<style>([\s\S]*?)<\/style>/g)) {
      const hash = createHash('sha256').update(styles).digest('base64')
      expect(allowed.includes(`'sha256-${hash}'`), `${path}: an element`).toBe(true)
    }
  }
})

test('a page that contains its code downloads none of these files, and the next screens run the same code', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const requested: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto('/login')
  const inPage = Object.keys(await page.evaluate<Record<string, unknown>>('window.codeInPage'))
  expect(inPage.length).toBeGreaterThan(3)
  await page.getByRole('link', { name: 'Regístrate gratis' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crea tu cuenta')
  expect(requested.some((path) => path.endsWith('.in-page.js'))).toBe(true)
  expect(requested.filter((path) => inPage.includes(path) || path.endsWith('.css'))).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('no screen is about payments, quotes or commissions [1.prod.08]', async ({ request }) => {
  const routes = Object.values(await routesOf(request, await text(request, '/login')))
  const paths = routes.map(({ path }) => path ?? '')
  expect(paths).toContain('seleccion-oficio')
  expect(paths.filter((path) => /pag[oa]|checkout|cotiza|comision|factura|cobro/.test(path))).toEqual([])
})

type Route = { path?: string; parentId?: string; module: string }

/** All routes of the app, from its manifest. */
async function routesOf(request: APIRequestContext, html: string): Promise<Record<string, Route>> {
  const manifest = await text(request, /\/assets\/manifest-[\w-]+\.js/.exec(html)?.[0] ?? 'no manifest')
  return JSON.parse(manifest.slice(manifest.indexOf('{'), manifest.lastIndexOf('}') + 1)).routes
}

/** The modules of a screen and of the layouts around it. */
function modulesOf(routes: Record<string, Route>, path: string): string[] {
  const modules: string[] = []
  // The console's screens are one route.
  let route = Object.values(routes).find((one) => [path, `${path}/*`].includes(`/${one.path}`))
  while (route) {
    modules.push(route.module)
    route = route.parentId === undefined ? undefined : routes[route.parentId]
  }
  expect(modules.length, `${path} is a screen`).toBeGreaterThan(1)
  return modules
}

/** The size of a file and the files that it imports. Many screens need the same ones. */
const known = new Map<string, { size: number; imports: string[] }>()

async function weigh(request: APIRequestContext, asset: string, sizes: Map<string, number>) {
  if (sizes.has(asset)) return
  let file = known.get(asset)
  if (!file) {
    const answer = await get(request, asset)
    const imports = [...(await answer.text()).matchAll(STATIC_IMPORT)].map(([, name]) => `/assets/${name}`)
    file = { size: sizeOf(answer), imports }
    known.set(asset, file)
  }
  sizes.set(asset, file.size)
  for (const imported of file.imports) await weigh(request, imported, sizes)
}

/** The sum in kB. */
const kbOf = (sizes: Map<string, number>) => [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000

const sizeOf = (answer: APIResponse) => Number(answer.headers()['content-length'])

const text = async (request: APIRequestContext, path: string) => (await get(request, path)).text()

async function get(request: APIRequestContext, path: string) {
  const answer = await request.get(path, { headers: { accept: 'text/html,*/*' } })
  expect(answer.ok(), path).toBe(true)
  return answer
}
