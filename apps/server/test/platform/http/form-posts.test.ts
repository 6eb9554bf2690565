import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addErrorAnswers } from '../../../src/platform/http/errors.ts'
import { addInputRules } from '../../../src/platform/http/input.ts'
import { addStaticFiles } from '../../../src/platform/http/static.ts'

const SETTINGS = { siteUrl: 'https://maestros.example', SUPPORT_EMAIL: undefined }
const FIELDS = 'email=ana%40e2e.test&password=secreta-123'

let root: string
let app: FastifyInstance
let url: string
const bodies: unknown[] = []

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'maestros-web-'))
  mkdirSync(join(root, 'login'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><p>aplicación</p>')
  writeFileSync(join(root, 'login/index.html'), '<!doctype html><p>entrada</p>')
  app = Fastify({ bodyLimit: 1000 })
  addErrorAnswers(app)
  addInputRules(app)
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.body !== undefined) bodies.push(request.body)
    done()
  })
  await addStaticFiles(app, SETTINGS, { root })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const post = (path: string, body: string, type: string) =>
  fetch(url + path, { method: 'POST', body, headers: { 'content-type': type }, redirect: 'manual' })

test.for(['/login', '/login/', '/login?volver=1'])(
  'a form posted to the prerendered page %s gets a redirect to the page, and its fields are not read',
  async (path) => {
    bodies.length = 0
    for (const type of [
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded;charset=UTF-8',
    ]) {
      const answer = await post(path, FIELDS, type)
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe('/login')
      expect(await answer.text()).toBe('')
    }
    expect(bodies).toEqual([])
  },
)

test('a form larger than the body limit gets a redirect to the page', async () => {
  const answer = await post('/login', `password=${'x'.repeat(5000)}`, 'application/x-www-form-urlencoded')
  expect(answer.status).toBe(303)
})

test('a prerendered page accepts no other post than a form', async () => {
  expect((await post('/login', '{}', 'application/json')).status).toBe(404)
})

test('a form posted to an address without a prerendered page is refused', async () => {
  for (const path of ['/', '/chats', '/login/otra']) {
    expect((await post(path, FIELDS, 'application/x-www-form-urlencoded')).status).toBe(404)
  }
})
