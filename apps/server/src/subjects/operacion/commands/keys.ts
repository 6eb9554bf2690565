import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import type { ISql } from 'postgres'
import { type KeySetting, lockKeys, readKeys, storeKey } from '../../../platform/db/key-fingerprints.ts'
import type { Sql } from '../../../platform/db/pool.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { loadSecrets } from '../../../platform/settings/secrets.ts'
import type { Result } from './acts.ts'
import { type Ask, requireConfirmation } from './confirm.ts'

const { claves: palabras } = textos

/** Accepts the keys of the settings of this command, and ends what depends on those before. */
export async function acceptKeys(sql: Sql, config: Config, ask: Ask): Promise<Result> {
  const secrets = await loadSecrets(config)
  // Without a key before, the first start stores them and nothing ends.
  const others = (await readKeys(sql, secrets)).filter(({ known, accepted }) => known.length > 0 && !accepted)
  if (others.length === 0) return { json: { aceptadas: [] }, lines: [palabras.iguales] }
  const ends: string[] = []
  for (const { ajuste, id, known } of others) {
    ends.push(palabras.cambia(ajuste, known, id), ...(await ENDING[ajuste].describe(sql)))
  }
  const ids = others.map(({ id }) => id)
  await requireConfirmation(ask, [...ends, palabras.detener], palabras.frase(ids))
  await sql.begin(async (tx) => {
    await lockKeys(tx)
    for (const key of others) {
      await storeKey(tx, key)
      await ENDING[key.ajuste].end(tx)
    }
  })
  return {
    json: { aceptadas: others.map(({ ajuste, id }) => ({ ajuste, id })) },
    lines: [palabras.aceptadas(ids)],
  }
}

interface Ending {
  describe(sql: ISql): Promise<string[]>
  end(tx: ISql): Promise<void>
}

/** What works only with the key before. */
const ENDING: Record<KeySetting, Ending> = {
  JWT_SECRET: {
    async describe(sql) {
      const [row] = await sql<{ sesiones: number; enlaces: number }[]>`
        select (select count(*) from auth.sessions)::int as sesiones,
          ((select count(*) from auth.one_time_tokens where expires_at > now())
            + (select count(*) from auth.flow_states where expires_at > now())
            + (select count(*) from auth.phone_links where expires_at > now()))::int as enlaces`
      return palabras.terminaConJwt(row?.sesiones ?? 0, row?.enlaces ?? 0)
    },
    async end(tx) {
      // Refresh tokens and the links of QR codes go with their sessions.
      for (const table of ['sessions', 'one_time_tokens', 'flow_states'])
        await tx`delete from ${tx(`auth.${table}`)}`
    },
  },
  DOCUMENTS_KEY: {
    async describe(sql) {
      const [row] = await sql<{ documentos: number; exportaciones: number; factores: number }[]>`
        select (
            select count(*) from storage.objects where bucket_id = 'chat-media' and name ~ '^(ine_|documentos/)'
          )::int as documentos,
          (select count(*) from interno.exportaciones where vence_en > now())::int as exportaciones,
          (select count(*) from auth.mfa_factors)::int as factores`
      return palabras.terminaConDocumentos(row?.documentos ?? 0, row?.exportaciones ?? 0, row?.factores ?? 0)
    },
    async end(tx) {
      // The documents stay: the key before can still read them.
      await tx`update interno.exportaciones set vence_en = now() where vence_en > now()`
      // The sessions that a factor has confirmed end with it.
      await tx`delete from auth.mfa_factors`
    },
  },
}
