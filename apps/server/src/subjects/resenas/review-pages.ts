import { RESENAS_POR_PAGINA, type Resena } from '@maestros/contrato/resenas/resena'
import { nombreConInicial, nombreVisible } from '@maestros/dominio/nombres'
import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type { Sql } from '../../platform/db/pool.ts'
import { type Position, writeCursor } from '../../protocol/functions/cursor.ts'

/** Pages of the reviews that everyone reads: the profile has the first one, the function `resenas` every other. */

export type FoundResena = Omit<Resena, 'usuario'> & {
  nombre: string | null
  apellido: string | null
  eliminada: boolean
  micros: string
}

/**
 * A JSON array of the reviews of the maestro `m` of the surrounding statement, newest first, as an expression. It has one
 * review more than a page, to know whether there is another page.
 */
export function shownAfter(sql: Sql | ReservedSql, after: Position, stars?: number): PendingQuery<Row[]> {
  return sql`(
    select coalesce(json_agg(r), '[]')
    from (
      select r.id, f.nombre, left(btrim(f.apellido), 1) as apellido, f.eliminada_en is not null as eliminada,
        r.puntuacion, r.comentario, r.trabajo_realizado, r.contada, r.respuesta, r.creado_en, r.editado_en,
        interno.direcciones_de_fotos(r.id) as fotos,
        (extract(epoch from r.creado_en) * 1000000)::bigint::text as micros
      from public.resenas r
      join public.profiles f on f.id = r.buscador_id
      cross join (select 'epoch'::timestamptz + ${after.micros}::bigint * interval '1 microsecond' as en) antes
      where r.maestro_id = m.id and not r.oculta ${stars === undefined ? sql`` : sql`and r.puntuacion = ${stars}`}
        and r.creado_en <= antes.en and (r.creado_en < antes.en or r.id > ${after.id}::uuid)
      order by r.creado_en desc, r.id
      limit ${RESENAS_POR_PAGINA + 1}
    ) r
  )`
}

/** How many counted reviews of 1 to 5 stars the maestro `m` of the surrounding statement has, as an expression. */
export const distributionOf = (sql: Sql | ReservedSql): PendingQuery<Row[]> => sql`
  coalesce((
    select array[c.estrellas_1, c.estrellas_2, c.estrellas_3, c.estrellas_4, c.estrellas_5]
    from interno.conteo_de_resenas c where c.maestro_id = m.id
  ), '{0,0,0,0,0}')`

export function pageOf(found: readonly FoundResena[]): { resenas: Resena[]; cursor: string | null } {
  const page = found.slice(0, RESENAS_POR_PAGINA)
  const last = page.at(-1)
  return {
    resenas: page.map(present),
    cursor: found.length > page.length && last ? writeCursor([last.micros, last.id]) : null,
  }
}

function present(resena: FoundResena): Resena {
  return {
    id: resena.id,
    usuario: nombreVisible(resena.eliminada, nombreConInicial(resena.nombre, resena.apellido)),
    puntuacion: resena.puntuacion,
    comentario: resena.comentario,
    trabajo_realizado: resena.trabajo_realizado,
    contada: resena.contada,
    creado_en: resena.creado_en,
    editado_en: resena.editado_en,
    respuesta: resena.respuesta,
    fotos: resena.fotos,
  }
}
