import { DOCUMENTOS_DE_VERIFICACION, TIPOS_DE_VERIFICACION } from '@maestros/dominio/verificacion'
import type { ReservedSql } from 'postgres'

/** The states of the verification of the maestro `m` of a statement, as JSON, in the order in which screens show them. */
export const verificationsOfMaestro = (sql: ReservedSql) => sql`(
  select coalesce(json_agg(json_build_object('tipo', v.tipo, 'estado', v.estado, 'motivo', v.motivo)
    order by array_position(${[...TIPOS_DE_VERIFICACION]}::text[], v.tipo)), '[]')
  from interno.estado_verificacion(m.id) v
)`

/** The stored documents of the maestro `m` of a statement, without the photo of the profile. */
export const documentsOfMaestro = (sql: ReservedSql) => sql`array(
  select d.tipo from interno.documentos_de(m.id) d where d.tipo = any (${[...DOCUMENTOS_DE_VERIFICACION]}::text[])
)`
