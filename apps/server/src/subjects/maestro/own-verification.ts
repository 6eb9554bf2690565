import { DOCUMENTOS_DE_VERIFICACION } from '@maestros/dominio/verificacion/estados'
import type { ReservedSql } from 'postgres'

/** The states of the verification of the maestro `m` of a statement, as JSON. */
export const verificationsOfMaestro = (sql: ReservedSql) => sql`(
  select json_agg(to_json(v)) from interno.estado_verificacion(m.id) v
)`

/** The stored documents of the maestro `m` of a statement, without the photo of the profile. */
export const documentsOfMaestro = (sql: ReservedSql) => sql`array(
  select d.tipo from interno.documentos_de(m.id) d where d.tipo = any (${[...DOCUMENTOS_DE_VERIFICACION]}::text[])
)`
