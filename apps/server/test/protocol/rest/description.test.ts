import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { TABLES } from '../../setup/rows/access-matrix.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'

const app = appForTests()
const ana = beforeTests(() => makeBuscador(app))

interface Document {
  swagger: string
  paths: Record<string, Record<string, object>>
  definitions: Record<string, { properties: Record<string, { type?: string }>; required: string[] }>
}

function ask(headers: Record<string, string> = {}) {
  return fetch(`${app.url}/rest/v1/`, {
    headers: { apikey: app.services.secrets.publishableKey, ...headers },
  })
}
const read = async (headers?: Record<string, string>) => (await (await ask(headers)).json()) as Document
const signedIn = () => read({ authorization: `Bearer ${ana.token}` })

/** Columns of the access matrix that someone signed in may do something with. */
const columnsOf = (table: string) =>
  Object.entries(TABLES[table]?.columns ?? {})
    .filter(([, rights]) => rights !== '')
    .map(([name]) => name)

describe('the description of the data surface', () => {
  test('is a valid Swagger 2.0 document for every kind of caller, with the type that PostgREST gives it', async () => {
    const secret = { apikey: app.services.secrets.secretKey }
    for (const headers of [{}, { authorization: `Bearer ${ana.token}` }, secret]) {
      const answer = await ask(headers)
      expect(answer.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8')
      const validator = new Validator()
      const { valid, errors } = await validator.validate(JSON.parse(await answer.text()))
      expect({ valid, errors, version: validator.version }).toEqual({
        valid: true,
        errors: undefined,
        version: '2.0',
      })
    }
  })

  test('shows without a session the tables that anyone may read, and no way to write', async () => {
    const { definitions, paths } = await read()
    const open = Object.keys(TABLES).filter((name) => TABLES[name]?.anonimo)
    expect(Object.keys(definitions).sort()).toEqual(open.sort())
    expect(
      Object.fromEntries(Object.entries(paths).map(([path, acts]) => [path, Object.keys(acts)])),
    ).toEqual(Object.fromEntries(open.map((name) => [`/${name}`, ['get']])))
  })

  test('shows with a session exactly the columns and acts of the access matrix', async () => {
    const { definitions, paths } = await signedIn()
    expect(Object.keys(definitions).sort()).toEqual(Object.keys(TABLES).sort())
    for (const [name, rule] of Object.entries(TABLES)) {
      const shown = Object.keys(definitions[name]?.properties ?? {})
      expect({ name, shown: shown.sort() }).toEqual({ name, shown: columnsOf(name).sort() })
      const rights = Object.values(rule.columns)
      const acts = [
        'get',
        ...(rights.some((one) => one.includes('i')) ? ['post'] : []),
        ...(rights.some((one) => one.includes('u')) ? ['patch'] : []),
        ...(rule.deletes ? ['delete'] : []),
      ]
      expect({ name, acts: Object.keys(paths[`/${name}`] ?? {}) }).toEqual({ name, acts })
    }
    expect(Object.keys(paths).filter((path) => path.startsWith('/rpc/'))).toEqual([
      '/rpc/mark_messages_as_read',
      '/rpc/update_maestro_stats',
    ])
  })

  test('tells the type of each column', async () => {
    const { definitions } = await signedIn()
    expect(definitions.chats?.properties).toMatchObject({
      id: { type: 'string', format: 'uuid' },
      no_leidos_buscador: { type: 'integer' },
      contexto: { format: 'jsonb' },
    })
    expect(definitions.tickets?.properties.imagenes_url).toMatchObject({ type: 'array' })
    expect(definitions.mensajes?.properties.bloqueado).toMatchObject({ type: 'boolean' })
    expect(definitions.mensajes?.required).toContain('chat_id')
    expect(definitions.mensajes?.required).not.toContain('client_id')
  })

  test('is refused without a key', async () => {
    expect((await fetch(`${app.url}/rest/v1/`)).status).toBe(401)
  })
})
