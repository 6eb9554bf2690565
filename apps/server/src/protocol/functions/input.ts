import type { Contract } from '@maestros/contrato'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { invalidInput } from './errors.ts'

/** Reads the input of a call as its contract has it: path and query string of a GET, path and body of a POST. */
export function inputReader<C extends Contract>(
  contract: C,
): (request: FastifyRequest) => z.output<C['input']> {
  const schema: C['input'] = contract.input
  if (contract.method === 'POST') {
    // A call without a body is a call without fields.
    if (!contract.params?.length) return ({ body }) => parse(schema, body ?? {})
    return ({ body, params }) => parse(schema, { ...Object(body), ...Object(params) })
  }
  const decode = textDecoder(contract.input)
  return ({ query, params }) => parse(schema, decode({ ...Object(query), ...Object(params) }))
}

/** The input as the schema has it, with texts that PostgreSQL can store. The refusal names the first field that is wrong. */
function parse<T extends z.ZodMiniType>(schema: T, given: unknown): z.output<T> {
  const parsed = schema.safeParse(wellFormed(given))
  if (parsed.success) return parsed.data
  const name = parsed.error.issues[0]?.path[0]
  throw invalidInput(name === undefined ? textos.datosInvalidos : textos.datoInvalido(String(name)))
}

/** JavaScript and JSON accept half of a surrogate pair in a text; PostgreSQL does not. It is replaced by U+FFFD. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wellFormed(one)]))
}

type Decode = (text: string) => unknown

/**
 * Turns the texts of a query string into the types that the schema asks for. A text that is no such value stays a text,
 * and the schema refuses it. `requestOf` of the contract package writes what this reads.
 */
function textDecoder(schema: z.ZodMiniObject): (given: Record<string, unknown>) => Record<string, unknown> {
  const decoders = Object.entries(schema.shape).flatMap(([name, field]) => {
    const decode = decoderOf(field)
    return decode ? [[name, decode] as const] : []
  })
  return (given) => {
    for (const [name, decode] of decoders) {
      const text = given[name]
      if (typeof text === 'string') given[name] = decode(text)
    }
    return given
  }
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/
const numberOf: Decode = (text) => (NUMBER.test(text) ? Number(text) : text)
const booleanOf: Decode = (text) => (text === 'true' ? true : text === 'false' ? false : text)

/** Undefined for a text, which needs no decoding. */
function decoderOf(field: $ZodType): Decode | undefined {
  const { def } = field._zod
  if ('innerType' in def) return decoderOf(def.innerType as $ZodType)
  if (def.type === 'number') return numberOf
  if (def.type === 'boolean') return booleanOf
  if (def.type === 'literal')
    return [...(field._zod.values ?? [])].some((value) => typeof value === 'number') ? numberOf : undefined
  if (def.type !== 'array' || !('element' in def)) return undefined
  const item = decoderOf(def.element as $ZodType)
  return (text) => (item ? text.split(',').map(item) : text.split(','))
}
