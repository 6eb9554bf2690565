import { readFile } from 'node:fs/promises'
import { ERRORES, FuncionError } from '@maestros/contrato'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPENAPI_FILE, renderOpenApi } from '../../../../../scripts/openapi.ts'
import { functionList } from '../../../src/function-list.ts'
import { startApp, type TestApp } from '../../setup/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

interface Operation {
  security: Record<string, unknown>[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> }
  responses: Record<string, { description: string }>
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

const served = async () => (await (await fetch(`${app.url}/openapi.json`)).json()) as Document

describe('the OpenAPI document', () => {
  test('in docs is the one of the contracts; `npm run openapi` writes it', async () => {
    expect(await readFile(OPENAPI_FILE, 'utf8')).toBe(await renderOpenApi())
  })

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(JSON.parse(await renderOpenApi()))
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(validator.version).toBe('3.1')
  })

  test('is served to anyone at /openapi.json, and answered with 304 to clients that have it', async () => {
    const answer = await fetch(`${app.url}/openapi.json`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    expect(await answer.json()).toEqual(JSON.parse(await renderOpenApi()))
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
