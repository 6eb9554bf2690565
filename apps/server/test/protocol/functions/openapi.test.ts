import { ERRORES, FuncionError } from '@maestros/contrato'
import { Validator } from '@seriousme/openapi-schema-validator'
import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { functionList } from '../../../src/function-list.ts'
import { type OpenApiDocument, openApiDocument } from '../../../src/protocol/functions/openapi/document.ts'
import { openApiPage } from '../../../src/protocol/functions/openapi/page.ts'
import { appForTests, startAppOfTest } from '../../setup/app.ts'

const app = appForTests()

const served = async () => (await (await fetch(`${app.url}/openapi.json`)).json()) as OpenApiDocument

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** The names of all fields of a schema, at any depth. */
const fieldsIn = (schema: unknown): string[] =>
  valuesNamed('properties', schema).flatMap((properties) => Object.keys(Object(properties)))

const valuesNamed = (name: string, from: unknown): unknown[] =>
  Object.entries(Object(from)).flatMap(([key, value]) =>
    typeof value !== 'object' ? [] : [...(key === name ? [value] : []), ...valuesNamed(name, value)],
  )

/** The keywords of all schemas of the document. */
function keywordsIn(document: unknown): string[] {
  const roots = valuesNamed('schema', document)
  const fields = roots
    .flatMap((root) => valuesNamed('properties', root))
    .flatMap((one) => Object.values(Object(one)))
  return [...new Set([...roots, ...fields].flatMap((one) => Object.keys(Object(one))))]
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(await served())
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(validator.version).toBe('3.1')
  })

  test('is served to anyone at /openapi.json, and answered with 304 to clients that have it', async () => {
    const answer = await fetch(`${app.url}/openapi.json`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    const etag = answer.headers.get('etag') ?? ''
    const again = await fetch(`${app.url}/openapi.json`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await fetch(`${app.url}/openapi.json`, { headers: { 'if-none-match': '"x"' } })
    expect(other.status).toBe(200)
  })

  test('has each function with its fields, its callers and the status of each of its errors', async () => {
    const { paths } = await served()
    const functions = await functionList()
    expect(Object.keys(paths)).toHaveLength(functions.length)
    for (const { definition } of functions) {
      const { name, method, params = [], callers, input, errors } = definition.contract
      const path = ['/functions/v1', name, ...params.map((param) => `{${param}}`)].join('/')
      const operation = paths[path]?.[method.toLowerCase()]
      if (!operation) throw new Error(`${path} is missing`)
      const body = operation.requestBody?.content['application/json']?.schema.properties ?? {}
      const fields = [...operation.parameters.map((parameter) => parameter.name), ...Object.keys(body)]
      expect({ name, fields: fields.sort() }).toEqual({ name, fields: Object.keys(input.shape).sort() })
      const open = operation.security.some((way) => !('session' in way))
      expect({ name, open }).toEqual({ name, open: callers === 'public' })
      for (const code of errors) expect(operation.responses[ERRORES[code]]?.description).toContain(code)
    }
  })

  test('names the refusal that a wrong call gets', async () => {
    const { paths } = await served()
    const answer = await fetch(`${app.url}/functions/v1/get-chats`, { method: 'POST' })
    const refusal = FuncionError.parse(await answer.json())
    const described = paths['/functions/v1/get-chats']?.post?.responses[answer.status]
    expect(described?.description.split(', ')).toContain(refusal.code)
  })
})

describe('the page of the OpenAPI document', () => {
  const page = async () => (await fetch(`${app.url}/openapi`)).text()

  test('is served to anyone at /openapi, in production too, under a policy that runs no inline script', async () => {
    const production = await startAppOfTest({ NODE_ENV: 'production' }, app)
    for (const { url } of [app, production]) {
      const answer = await fetch(`${url}/openapi`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(answer.headers.get('content-security-policy')).toMatch(
        /script-src 'self'; style-src 'self' 'sha256-[^']+';/,
      )
      const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
      expect((await fetch(`${url}/openapi`, { headers })).status).toBe(304)
      expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
    }
  })

  test('has each call with its address, summary, callers, fields and errors', async () => {
    const html = await page()
    for (const [path, methods] of Object.entries((await served()).paths)) {
      for (const [method, { operationId, summary, description, ...operation }] of Object.entries(methods)) {
        const start = html.indexOf(`<article id="${operationId}">`)
        const article = textOf(html.slice(start, html.indexOf('</article>', start)))
        for (const text of [`${method.toUpperCase()} ${path}`, summary, description]) {
          expect(article).toContain(text)
        }
        for (const { name } of operation.parameters) expect(article).toContain(name)
        const input = operation.requestBody?.content['application/json'].schema.properties ?? {}
        const { 200: done, ...errors } = operation.responses
        const output = fieldsIn(done?.content['application/json'].schema)
        for (const field of [...Object.keys(input), ...output]) expect(article).toContain(field)
        for (const [status, error] of Object.entries(errors)) {
          expect(article).toContain(`${status} ${error.description}`)
        }
      }
    }
  })

  test('names types and limits in words', async () => {
    const text = textOf(await page())
    expect(text).toContain('puntuacion integer 1–5')
    expect(text).toContain('comentario string of ')
    expect(text).toContain('calificacion_minima number 0–5 in steps of 0.5 · in the query · optional')
    expect(text).toContain('picos list of 48: integer 0–100 or null')
    expect(text).not.toContain('any value')
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  test('knows each keyword of the schemas, so that it leaves out no limit', async () => {
    const known =
      `type properties required additionalProperties $ref enum minLength maxLength const pattern items
      format maxItems anyOf minimum maximum minItems default multipleOf prefixItems propertyNames`.split(
        /\s+/,
      )
    const found = keywordsIn(await served())
    expect(found.filter((keyword) => !known.includes(keyword))).toEqual([])
  })

  test('is valid HTML without script, each id once, and each link leads to one', async () => {
    const html = await page()
    const errors: string[] = []
    parse(html, { onParseError: ({ code, startLine }) => errors.push(`${code} in line ${startLine}`) })
    expect(errors).toEqual([])
    expect(html).not.toMatch(/<script|\son\w+=|javascript:|\sstyle=/)
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
    expect(targets.filter((id) => !ids.includes(id))).toEqual([])
  })

  test('shows every text of the document as text', async () => {
    const hostile = '<img src=x onerror="alert(1)">&\''
    const document = openApiDocument(await functionList())
    const harmed = JSON.parse(JSON.stringify(document), (key, value) =>
      typeof value === 'string' && key !== 'type' ? hostile : value,
    )
    harmed.paths = { [hostile]: { [hostile]: harmed.paths['/functions/v1/send-message'].post } }
    harmed.tags = [{ name: hostile }]
    const html = openApiPage(harmed)
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;')
    expect(html).not.toContain('<img')
  })
})
