import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { precompress } from '../../../../../scripts/lib/precompress.mjs'
import { fillPage } from '../../../src/platform/http/filled-pages.ts'
import { addStaticFiles } from '../../../src/platform/http/static.ts'

const SETTINGS = { siteUrl: 'https://maestros.example', SUPPORT_EMAIL: 'ayuda@maestros.example' }
const INLINE = 'window.__inicio = 1'
const SCRIPT = `console.log("${'hola '.repeat(500)}")`
const PAGE = { accept: 'text/html,*/*' }

let root: string
let app: FastifyInstance
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'maestros-web-'))
  mkdirSync(join(root, 'assets'))
  mkdirSync(join(root, 'login'))
  writeFileSync(join(root, 'index.html'), `<!doctype html><script>${INLINE}</script><p>aplicación</p>`)
  writeFileSync(
    join(root, 'login/index.html'),
    '<!doctype html><script src="/assets/a-1.js"></script><p>entrada</p>',
  )
  mkdirSync(join(root, 'aviso'))
  writeFileSync(
    join(root, 'aviso/index.html'),
    '<!doctype html><link rel="canonical" href="__SITE_URL__/aviso"><script>const a = "__SITE_URL__"</script><p>__PRIVACY_EMAIL__</p>',
  )
  writeFileSync(join(root, 'assets/a-1.js'), SCRIPT)
  writeFileSync(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(root, '..', 'maestros-ajeno.txt'), 'ajeno')
  await precompress(root)
  app = Fastify()
  await addStaticFiles(app, SETTINGS, {
    root,
    listed: async () => [{ path: '/maestros/plomeria', changed: '2026-03-01' }],
  })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
  rmSync(join(root, '..', 'maestros-ajeno.txt'), { force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('a prerendered page is served at its path, and the app at any other path', async () => {
  expect((await get('/login', PAGE)).body).toContain('entrada')
  expect((await get('/login/', PAGE)).body).toContain('entrada')
  for (const path of ['/', '/perfil/1', '/chats?x=1']) {
    const answer = await get(path, PAGE)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('aplicación')
    expect(answer.headers['content-type']).toContain('text/html')
  }
})

test('a page allows its own inline script by hash and no other', async () => {
  const policy = String((await get('/', PAGE)).headers['content-security-policy'])
  const hash = createHash('sha256').update(INLINE).digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(String((await get('/login', PAGE)).headers['content-security-policy'])).toContain(
    "script-src 'self';",
  )
})

test('pages are revalidated each time and answered with 304 when they did not change', async () => {
  const first = await get('/login', PAGE)
  expect(first.headers['cache-control']).toBe('no-cache')
  const again = await get('/login', { ...PAGE, 'if-none-match': String(first.headers.etag) })
  expect(again.statusCode).toBe(304)
})

test('fingerprinted files are cached without limit and sent compressed to clients that support it', async () => {
  const plain = await get('/assets/a-1.js')
  expect(plain.body).toBe(SCRIPT)
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const packed = await get('/assets/a-1.js', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.headers.vary).toContain('accept-encoding')
  expect(packed.headers['content-type']).toContain('javascript')
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(SCRIPT)
  expect((await get('/assets/a-1.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
    'gzip',
  )
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
})

test('a missing file is not answered with the app: old fingerprints, other methods, the APIs', async () => {
  expect((await get('/assets/vieja-0.js', PAGE)).statusCode).toBe(404)
  expect((await get('/rest/v1/nada', PAGE)).json()).toMatchObject({ code: 'not_found' })
  expect((await get('/functions/v1', PAGE)).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404)
})

test.for([
  '/../maestros-ajeno.txt',
  '/%2e%2e/maestros-ajeno.txt',
  '/..%2fmaestros-ajeno.txt',
  '/assets/a-1.js.br',
])('no path leaves the folder: %s', async (path) => {
  expect((await get(path)).statusCode).toBe(404)
})

test('a page whose address contains a password redirects to the address without its query', async () => {
  for (const field of [
    'password',
    'contrase%C3%B1a',
    'contrasena',
    'confirmacion',
    'Password',
    'new_password',
  ]) {
    const answer = await get(`/login?email=ana%40example.com&${field}=secreta`, PAGE)
    expect([field, answer.statusCode, answer.headers.location]).toEqual([field, 303, '/login'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toBe('')
  }
  expect((await get('/perfil/1?password=x', PAGE)).headers.location).toBe('/perfil/1')
  expect((await get('/?password=x', PAGE)).headers.location).toBe('/')
})

test('the redirect never goes to another host, and other queries stay unchanged', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  for (const path of ['//mala.example', '/\\mala.example', '///mala.example/x']) {
    expect(await locationOf(`${path}?password=x`)).toMatch(/^\/mala\.example/)
  }
  for (const query of ['email=a', 'pagina=2', 'passwordless=1', 'q=password', 'confirmado=1']) {
    expect((await get(`/login?${query}`, PAGE)).statusCode).toBe(200)
  }
})

/** `inject` and `fetch` would normalize the address. */
function locationOf(path: string): Promise<string | undefined> {
  const [address] = app.addresses()
  const port = typeof address === 'object' ? address.port : undefined
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: PAGE }, (answer) => {
      answer.resume()
      resolve(answer.headers.location)
    })
      .on('error', reject)
      .end()
  })
}

test('settings are written into the pages that contain them, whatever the encoding, with a matching policy and an ETag', async () => {
  const plain = await get('/aviso', PAGE)
  expect(plain.body).toContain('href="https://maestros.example/aviso"')
  expect(plain.body).toContain('<p>ayuda@maestros.example</p>')
  expect(plain.body).not.toContain('__')
  const hash = createHash('sha256').update('const a = "https://maestros.example"').digest('base64')
  expect(plain.headers['content-security-policy']).toContain(`'sha256-${hash}'`)
  const packed = await get('/aviso', { ...PAGE, 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  const known = await get('/aviso', { ...PAGE, 'if-none-match': String(plain.headers.etag) })
  expect([known.statusCode, known.body]).toEqual([304, ''])
})

test('a setting that contains markup stays text', () => {
  const page = fillPage('<p title="__PRIVACY_EMAIL__">', { ...SETTINGS, SUPPORT_EMAIL: '"><script>@x.mx' })
  expect(page?.html).toBe('<p title="&quot;&gt;&lt;script&gt;@x.mx">')
  expect(fillPage('<p>sin ajustes</p>', SETTINGS)).toBeUndefined()
})

test('search engines find the public pages and no others, and researchers a contact', async () => {
  const map = await get('/sitemap.xml')
  expect(map.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(map.body.match(/<url>.*<\/url>/g)).toEqual([
    '<url><loc>https://maestros.example/aviso</loc></url>',
    '<url><loc>https://maestros.example/maestros/plomeria</loc><lastmod>2026-03-01</lastmod></url>',
  ])
  const robots = await get('/robots.txt')
  expect(robots.body).toContain('Sitemap: https://maestros.example/sitemap.xml')
  expect(robots.body).toContain('Disallow: /chats\n')
  const security = await get('/.well-known/security.txt')
  expect(security.body).toContain('Contact: mailto:ayuda@maestros.example\n')
  const expires = /^Expires: (.+)$/m.exec(security.body)?.[1] ?? ''
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect([days > 100, days < 365]).toEqual([true, true])
})
