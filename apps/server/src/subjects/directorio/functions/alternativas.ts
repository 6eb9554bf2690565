import { type Alternativas, alternativas } from '@maestros/contrato/directorio/alternativas'
import { vecinasDe } from '@maestros/dominio/directorio/alcaldias-vecinas'
import { AVISOS_POR_BUSCADOR } from '@maestros/dominio/limites'
import type { Sql } from '../../../platform/db/pool.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { requirePerson } from '../../../protocol/functions/person.ts'

export default defineFunction(alternativas, {
  summary: 'What a search without results offers: the neighbouring boroughs with maestros, and the alerts.',
  handle: async ({ alcaldia, oficio }, { caller, withConnection, services }) => {
    const { sql } = services.db
    return withConnection(async () => {
      if (caller.role !== 'authenticated') return find(sql, alcaldia, oficio, null)
      const [found] = await Promise.all([
        find(sql, alcaldia, oficio, caller.userId),
        requirePerson(sql, caller, null),
      ])
      return found
    })
  },
})

/** One statement: a row of the counters for each neighbouring borough, and the reader's own alerts. */
async function find(
  sql: Sql,
  alcaldia: string,
  oficio: string,
  lector: string | null,
): Promise<Alternativas> {
  const [found] = await sql<Alternativas[]>`
    select
      (
        select coalesce(json_agg(json_build_object('alcaldia', t.alcaldia, 'total', t.total)
          order by t.total desc, t.alcaldia collate "es-x-icu"), '[]')
        from interno.directorio_totales t
        where t.oficio = ${oficio} and t.alcaldia = any (${[...vecinasDe(alcaldia)]}::text[]) and t.total > 0
      ) as cercanas,
      (
        select coalesce(json_agg(json_build_object('alcaldia', a.alcaldia, 'oficio', a.oficio) order by a.id desc), '[]')
        from (
          select id, alcaldia, oficio from interno.avisos_de_busqueda
          where buscador_id = ${lector}::uuid order by id desc limit ${AVISOS_POR_BUSCADOR}
        ) a
      ) as avisos`
  return { cercanas: found?.cercanas ?? [], avisos: found?.avisos ?? [] }
}
