import { readStatement } from './compile/answer.ts'
import { callStatement, chooseRoutine } from './compile/call.ts'
import { RestError } from './errors.ts'
import { parseAccept } from './parse/headers.ts'
import { parseQuery } from './parse/query.ts'
import { planRead } from './plan.ts'
import { findTable } from './resolve.ts'
import type { Schema } from './schema.ts'

/**
 * The statements that are prepared on each connection: those of the requests that our own screens send often.
 * A prepared statement runs two to four times faster, but PostgreSQL keeps its plan until the connection
 * ends. Callers choose the shape of their statements, so the set of prepared statements must be fixed
 * (docs/decisions/limits.md).
 * A shape is the address as the client sends it; its values do not matter. A screen whose shape is missing
 * here works the same but costs more.
 */
const CHAT =
  'id,buscador_id,maestro_id,contexto,leido_buscador_hasta,leido_maestro_hasta,cerrado_en,pausado_en,bloqueado_en'
const READS = [
  'alcaldias_disponibles?select=id,nombre&activo=eq.true&order=nombre.asc',
  'oficios_disponibles?select=id,nombre,icono&activo=eq.true&order=nombre.asc',
  'profiles?select=role&id=eq.x',
  'maestros?select=perfil_completo&id=eq.x',
  `chats?select=${CHAT},maestros(nombre,apellido,foto_perfil_url,en_pausa_hasta)&id=eq.x&buscador_id=eq.x`,
  `chats?select=${CHAT},profiles(display_name)&id=eq.x&maestro_id=eq.x`,
  'accesos_contacto?select=creado_en&buscador_id=eq.x&maestro_id=eq.x',
]
const COUNTS = [
  'chats?select=id&buscador_id=eq.x&no_leidos_buscador=gt.0',
  'chats?select=id&maestro_id=eq.x&no_leidos_maestro=gt.0',
]
const CALLS = [{ name: 'mark_messages_as_read', keys: ['p_chat_id', 'p_user_role', 'p_hasta'] }]

/** The texts of the statements to prepare. A shape that does not fit the schema is left out. */
export function preparedTexts(schema: Schema): Set<string> {
  const media = parseAccept(undefined)
  const read = (address: string, count: boolean) => {
    const [name = '', query = ''] = address.split('?')
    const plan = planRead(schema, findTable(schema, name), parseQuery(query))
    return readStatement(plan, media, { count, head: count }).text
  }
  const call = ({ name, keys }: { name: string; keys: string[] }) =>
    callStatement(schema, {
      routine: chooseRoutine(schema, name, keys, true),
      values: { kind: 'json', keys, json: '{}' },
      query: parseQuery(''),
      media,
      count: false,
      head: false,
      write: true,
      maxAffected: undefined,
    }).text
  const texts = [
    ...READS.map((address) => () => read(address, false)),
    ...COUNTS.map((address) => () => read(address, true)),
    ...CALLS.map((one) => () => call(one)),
  ]
  return new Set(texts.flatMap(known))
}

function known(text: () => string): string[] {
  try {
    return [text()]
  } catch (error) {
    if (error instanceof RestError) return []
    throw error
  }
}
