import { undefinedType } from '../errors.ts'

/** The types that `column::type` may name in a select: only plain types, as PostgreSQL writes them. */
const CASTS = new Set([
  'text',
  'varchar',
  'character varying',
  'int',
  'int2',
  'int4',
  'int8',
  'integer',
  'smallint',
  'bigint',
  'numeric',
  'decimal',
  'real',
  'float4',
  'float8',
  'double precision',
  'bool',
  'boolean',
  'json',
  'jsonb',
  'uuid',
  'date',
  'time',
  'timetz',
  'timestamp',
  'timestamptz',
  'timestamp with time zone',
  'timestamp without time zone',
  'interval',
  'bytea',
])

export function castType(name: string): string {
  const type = name.toLowerCase()
  if (!CASTS.has(type)) throw undefinedType(name)
  return type
}
