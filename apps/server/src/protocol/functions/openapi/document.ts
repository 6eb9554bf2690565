import {
  type Callers,
  type CodigoError,
  type Contract,
  ERRORES,
  ERRORES_COMUNES,
  FuncionError,
} from '@maestros/contrato'
import { type core, toJSONSchema } from 'zod'
import type * as z from 'zod/mini'
import type { LoadedFunction } from '../load.ts'

export type Schema = core.JSONSchema.BaseSchema
type Content = Record<'application/json', { schema: Schema }>

interface Answer {
  description: string
  headers?: Record<string, { schema: Schema }>
  content: Content
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-callers': Callers
  security: Record<string, string[]>[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer>
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>

const BASE = '/functions/v1'

/** The OpenAPI 3.1 document of the functions. */
export function openApiDocument(functions: readonly LoadedFunction[]) {
  const paths = functions.map((one): [string, Record<string, Operation>] => {
    const { name, method, params = [] } = one.definition.contract
    const path = [BASE, name, ...params.map((param) => `{${param}}`)].join('/')
    return [path, { [method.toLowerCase()]: operationOf(one) }]
  })
  return {
    openapi: '3.1.1',
    info: {
      title: 'Maestros CDMX: server functions',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Generated from the contracts in packages/contrato. The official Supabase client calls these with functions.invoke. ' +
        'The other surfaces have the addresses of that client; GET /rest/v1/ describes the tables.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(functions.map(({ subject }) => subject))].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: { FuncionError: schemaOf(FuncionError, 'output') },
      securitySchemes: {
        apikey: {
          type: 'apiKey',
          in: 'header',
          name: 'apikey',
          description: 'The publishable key, of /config.json.',
        },
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a session.',
        },
      },
    },
  }
}

function operationOf({ subject, definition: { contract, summary } }: LoadedFunction): Operation {
  const { name, method, params = [], output, headers = [], callers } = contract
  const input = schemaOf(contract.input, 'input')
  const { properties, required } = fieldsOf(input)
  const parameters = Object.entries(properties)
    .filter(([field]) => method === 'GET' || params.includes(field))
    .map(([field, schema]) => ({
      name: field,
      required: required.includes(field),
      schema,
      // A list is written with commas.
      ...(params.includes(field)
        ? { in: 'path' as const }
        : { in: 'query' as const, style: 'form', explode: false }),
    }))
  return {
    operationId: name,
    tags: [subject],
    summary,
    description: CALLERS[callers] ?? `For people of the role ${callers}.`,
    'x-callers': callers,
    security:
      callers === 'public' ? [{ apikey: [] }, { apikey: [], session: [] }] : [{ apikey: [], session: [] }],
    parameters,
    ...(method === 'POST' && {
      requestBody: { required: required.length > params.length, content: json(bodyOf(input, params)) },
    }),
    responses: {
      200: {
        description: 'Done.',
        ...(headers.length > 0 && {
          headers: Object.fromEntries(headers.map((header) => [header, { schema: { type: 'string' } }])),
        }),
        content: json(schemaOf(output, 'output')),
      },
      ...errorsOf(contract),
    },
  }
}

const CALLERS: Partial<Record<Callers, string>> = {
  public: 'For anyone with the publishable key.',
  person: 'For anyone who is signed in.',
  operador: 'For operators who have signed in with their second factor.',
}

/** What the surface answers for every function, what it answers by the method and the callers, and the contract's own. */
function errorsOf({ errors, callers, method }: Contract): Record<string, Answer> {
  const codes = new Set<CodigoError>([...ERRORES_COMUNES, ...errors, 'RATE_LIMITED'])
  // The route exists for this method only, and a GET has no body.
  codes.delete('METHOD_NOT_ALLOWED')
  if (callers !== 'public') codes.add('FORBIDDEN')
  if (method === 'GET')
    for (const code of ['TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) codes.delete(code)
  const byStatus = Map.groupBy([...codes].sort(), (code) => ERRORES[code])
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.join(', '),
        content: json({ $ref: '#/components/schemas/FuncionError', properties: { code: { enum: group } } }),
      },
    ]),
  )
}

const json = (schema: Schema): Content => ({ 'application/json': { schema } })

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema, ...described } = toJSONSchema(schema, { io })
  return described
}

function fieldsOf(schema: Schema): { properties: Record<string, Schema>; required: string[] } {
  const { properties = {}, required = [] } = schema
  // A schema of zod is never `true` or `false`.
  const described = Object.entries(properties).flatMap(([name, one]) =>
    typeof one === 'boolean' ? [] : [[name, one] as const],
  )
  return { properties: Object.fromEntries(described), required }
}

/** The input without the fields of the path. */
function bodyOf(input: Schema, params: readonly string[]): Schema {
  if (params.length === 0) return input
  const { properties, required } = fieldsOf(input)
  return {
    ...input,
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => !params.includes(field))),
    required: required.filter((field) => !params.includes(field)),
  }
}
