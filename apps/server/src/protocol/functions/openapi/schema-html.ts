import { escapeHtml } from '../../../platform/escape-html.ts'
import type { Schema } from './document.ts'

/** JSON schemas as text and lists. It covers the keywords that the contracts use; a test finds any other. */

export interface Field {
  name: string
  schema: Schema
  required: boolean
  /** Where the field is sent, when that is not the body. */
  place?: string
}

/** Each field with its type and limits, and below it the fields of the objects that it holds. */
export function fieldList(fields: readonly Field[]): string {
  if (fields.length === 0) return '<p class="quiet">No fields.</p>'
  const items = fields.map(({ name, schema, required, place }) => {
    const notes = [place, required ? '' : 'optional', defaultOf(schema)].filter(Boolean)
    const about = [typeOf(schema), ...notes].map((text) => escapeHtml(text ?? '')).join(' · ')
    return `<li><code>${escapeHtml(name)}</code> <span class="quiet">${about}</span>${nestedLists(schema)}</li>`
  })
  return `<ul class="fields">${items.join('\n')}</ul>`
}

/** What a body is: its fields, after its type when it is not simply an object. */
export function bodyHtml(schema: Schema): string {
  const type = typeOf(schema)
  if (type === 'object') return fieldList(fieldsOf(schema))
  return `<p class="quiet">${escapeHtml(type)}</p>${nestedLists(schema)}`
}

const fieldsOf = ({ properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: described(schema),
    required: required.includes(name),
  }))

const nestedLists = (schema: Schema): string =>
  [...new Set(objectsIn(schema).map((one) => fieldList(fieldsOf(one))))].join('\n')

/** The objects with fields that a value is or contains, without those of their own fields. */
function objectsIn(schema: Schema): Schema[] {
  if (schema.properties) return [schema]
  return partsOf(schema).flatMap(objectsIn)
}

function partsOf({ anyOf = [], prefixItems = [], items }: Schema): Schema[] {
  return [...anyOf, ...prefixItems, ...(items ? [items].flat() : [])].map(described)
}

/** JSON Schema allows `true` for any value. */
const described = (schema: Schema | boolean): Schema => (typeof schema === 'boolean' ? {} : schema)

/** The type and its limits, such as `list of 1–3: text of 1–80 characters`. */
function typeOf(schema: Schema): string {
  const { type, anyOf } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' or ')
  if (type === 'array') return listOf(schema)
  if (type === 'object') return schema.properties ? 'object' : 'object with any fields'
  if (type === 'string') return textOf(schema)
  if (type === 'integer' || type === 'number') return numberOf(schema)
  return type ?? 'any value'
}

function listOf(schema: Schema): string {
  const count = range(schema.minItems, schema.maxItems)
  if (schema.prefixItems)
    return `list of ${schema.prefixItems.length}: ${partsOf(schema).map(typeOf).join(', ')}`
  return `list of ${count === '' ? '' : `${count}: `}${partsOf(schema).map(typeOf).join(', ')}`
}

function textOf({ minLength, maxLength, format, pattern }: Schema): string {
  const length = range(minLength, maxLength)
  // A format says more than the pattern that zod writes for it.
  const form = format ?? (pattern === undefined ? '' : `matching ${pattern}`)
  return ['string', length && `of ${length} characters`, form && `(${form})`].filter(Boolean).join(' ')
}

function numberOf({ type, minimum, maximum, multipleOf }: Schema): string {
  // zod writes the bounds of a safe integer where a contract has none.
  const [from, to] = [minimum, maximum].map((one) =>
    Math.abs(one ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : one,
  )
  const values = range(from, to)
  return [type, values, multipleOf && `in steps of ${multipleOf}`].filter(Boolean).join(' ')
}

function range(from?: number, to?: number): string {
  if (from === undefined && to === undefined) return ''
  if (to === undefined) return `≥ ${from}`
  if (from === undefined) return `≤ ${to}`
  return from === to ? `${to}` : `${from}–${to}`
}

const defaultOf = (schema: Schema): string =>
  schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`
