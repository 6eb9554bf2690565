import { createHmac } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { ISql } from 'postgres'
import { type Config, SettingError } from '../settings/config.ts'
import type { Secrets } from '../settings/secrets.ts'
import type { Sql } from './pool.ts'

/**
 * All servers of a database need the same JWT_SECRET and DOCUMENTS_KEY: with others they would refuse each other's sessions, and
 * write documents that the others cannot read. The first start stores a fingerprint of each (docs/decisions/database.md).
 */

const KEYS = {
  JWT_SECRET: { secret: 'jwtSecret', file: 'secrets.json' },
  DOCUMENTS_KEY: { secret: 'documentsKey', file: 'documents-key.json' },
} as const

export type KeySetting = keyof typeof KEYS
type KeySecrets = Pick<Secrets, 'jwtSecret' | 'documentsKey'>

export interface KeyOfSetting {
  ajuste: KeySetting
  /** A short name of the key, derived from the fingerprint. */
  id: string
  huella: Buffer
  /** The ids that the database accepts; none before the first start. */
  known: string[]
  accepted: boolean
}

/** The keys of these secrets beside those that the database accepts. */
export async function readKeys(sql: ISql, secrets: KeySecrets): Promise<KeyOfSetting[]> {
  const rows = await sql<{ ajuste: string; id: string; huella: Buffer }[]>`
    select ajuste, id, huella from interno.claves order by aceptada_en, id`
  const keyOf = (ajuste: KeySetting): KeyOfSetting => {
    const huella = fingerprint(ajuste, secrets)
    const stored = rows.filter((row) => row.ajuste === ajuste)
    return {
      ajuste,
      id: huella.toString('hex', 0, 4),
      huella,
      known: stored.map(({ id }) => id),
      accepted: stored.some((row) => row.huella.equals(huella)),
    }
  }
  return [keyOf('JWT_SECRET'), keyOf('DOCUMENTS_KEY')]
}

/** An HMAC whose key is the secret tells nothing about the secret. */
const fingerprint = (ajuste: KeySetting, secrets: KeySecrets): Buffer =>
  createHmac('sha256', secrets[KEYS[ajuste].secret]).update(`maestros/key-fingerprint/${ajuste}`).digest()

/** Stores the key as the only one that the database accepts for its setting. */
export async function storeKey(tx: ISql, { ajuste, id, huella }: KeyOfSetting): Promise<void> {
  await tx`delete from interno.claves where ajuste = ${ajuste}`
  await tx`insert into interno.claves (ajuste, id, huella) values (${ajuste}, ${id}, ${huella})`
}

/** Until the end of the transaction. Of two first starts, the second one then finds the keys of the first. */
export const lockKeys = (tx: ISql) => tx`lock table interno.claves in share row exclusive mode`

/** Fails when the database accepts other keys than these. A database without migrations has no table yet and accepts all. */
export async function requireSameKeys(
  sql: Sql,
  secrets: KeySecrets,
  config: Pick<Config, KeySetting | 'DATA_DIR'>,
): Promise<void> {
  const [found] = await sql<{ table: string | null }[]>`select to_regclass('interno.claves')::text as table`
  if (!found?.table) return
  await sql.begin(async (tx) => {
    await lockKeys(tx)
    for (const key of await readKeys(tx, secrets)) {
      if (key.known.length === 0) await storeKey(tx, key)
      else if (!key.accepted) throw new SettingError(otherKey(key, config))
    }
  })
}

function otherKey(
  { ajuste, id, known }: KeyOfSetting,
  config: Pick<Config, KeySetting | 'DATA_DIR'>,
): string {
  const source =
    config[ajuste] === undefined ? ` de ${resolve(join(config.DATA_DIR, KEYS[ajuste].file))}` : ''
  return (
    `${ajuste}${source} es la clave ${id}, y los servidores de esta base de datos tienen la clave ${known.join(' o ')}. ` +
    'Repón el valor anterior. Para quedarte con el nuevo: npm run operator -- accept-keys, que antes dice qué se pierde'
  )
}
