import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from '@maestros/contrato'
import { toJSONSchema } from 'zod'

const CONTRACTS_FOLDER = join(import.meta.dirname, '../../../../packages/contrato/src')

/** The path of every file with a contract, from the folder of contracts: SUBJECT/NAME.ts. Other files have what contracts share. */
export const contractFiles = () =>
  globSync('*/*.ts', { cwd: CONTRACTS_FOLDER })
    .filter((file) => readFileSync(join(CONTRACTS_FOLDER, file), 'utf8').includes('= contract({'))
    .sort()

/** Every contract there is. */
export async function loadContracts(): Promise<Contract[]> {
  const found = await Promise.all(contractFiles().map(contractsIn))
  return found.flat()
}

export async function contractsIn(file: string): Promise<Contract[]> {
  const module: Record<string, unknown> = await import(join(CONTRACTS_FOLDER, file))
  return Object.values(module).filter(isContract)
}

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'callers' in value && 'output' in value

/** JSON Schema, as far as the inputs of functions use it. */
interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  minLength?: number
  minimum?: number
  minItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

export const inputSchema = ({ input }: Pick<Contract, 'input'>) =>
  toJSONSchema(input, { io: 'input' }) as Schema

/** An input that the contract accepts and that names nothing that exists: ids are new, equal texts are equal. */
export const sampleInput = (contract: Pick<Contract, 'input'>): Record<string, unknown> =>
  Object(sampleOf(inputSchema(contract)))

function sampleOf(schema: Schema): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'string':
      return schema.format === 'uuid' ? randomUUID() : 'x'.repeat(schema.minLength ?? 1)
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}))
    case 'object': {
      const required = Object.entries(schema.properties ?? {}).filter(([name]) =>
        schema.required?.includes(name),
      )
      return Object.fromEntries(required.map(([name, field]) => [name, sampleOf(field)]))
    }
    default:
      throw new Error(`no sample for ${JSON.stringify(schema)}`)
  }
}
