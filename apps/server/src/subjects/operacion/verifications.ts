import {
  CORRECCIONES,
  type Correccion,
  type DatoVerificable,
  type DocumentoDeVerificacion,
  type EstadoDeVerificacion,
  type Verificacion,
} from '@maestros/dominio/verificacion/estados'
import { correccionesDelMotivo } from '@maestros/dominio/verificacion/rechazos'
import type { ISql } from 'postgres'
import type { Page } from './present.ts'

/** What operators verify: who waits for a decision, the data and documents of one maestro, and deciding about them. */

export interface Waiting {
  id: string
  correo: string
  nombre: string
  apellido: string
  estados: { [dato in DatoVerificable]: EstadoDeVerificacion }
  curp_repetida: boolean
  /** Since when the oldest datum has waited for operators. */
  desde: Date
}

/** Complete profiles with a datum that waits for a decision and not for a document, the one that has waited longest first. */
export async function waitingMaestros(sql: ISql, limit: number): Promise<Page<Waiting>> {
  const rows = await sql<(Waiting & { total: number })[]>`
    select count(*) over ()::int as total, m.id, u.email as correo, m.nombre, m.apellido,
      (
        select jsonb_object_agg(s.tipo, s.estado) from interno.estado_verificacion(m.id) s
      ) as estados,
      exists (select from public.maestros o where o.curp = m.curp and o.id <> m.id) as curp_repetida,
      w.desde
    from interno.verificaciones_en_espera() w
    join public.maestros m on m.id = w.maestro_id
    join auth.users u on u.id = m.id
    order by w.desde, m.id limit ${limit}`
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

export interface SeenMaestro {
  id: string
  correo: string
  nombre: string
  apellido: string
  curp: string | null
  domicilio: string | null
  estados: Verificacion[]
  /** The stored files, in bucket chat-media. The selfie is the photo of the profile. */
  documentos: { tipo: DocumentoDeVerificacion | 'selfie'; objeto: string }[]
  misma_curp: { id: string; correo: string; nombre: string; apellido: string }[]
}

/** Everything that a decision is about. The database records in the audit that the operator has looked. */
export async function seeMaestro(sql: ISql, operator: string, maestro: string): Promise<SeenMaestro> {
  const [row] = await sql<{ seen: SeenMaestro }[]>`
    select interno.consultar_verificacion(${operator}, ${maestro}) as seen`
  if (!row) throw new Error('the database answered nothing')
  return row.seen
}

export type Decision = Exclude<EstadoDeVerificacion, 'pendiente'>

/** `cambio` is false when nothing was changed. */
export interface Decided {
  dato: DatoVerificable
  estado: EstadoDeVerificacion
  cambio: boolean
}

/**
 * Decides about data of a maestro; `sql` is a transaction, so that a refusal undoes all of them. Putting several data in review
 * leaves those that are decided as they are: otherwise it would take verifications back, and hide the reasons of rejections.
 */
export async function decide(
  sql: ISql,
  operator: string,
  given: {
    maestro: string
    datos: readonly DatoVerificable[]
    estado: Decision
    motivo: string | null
    /** What ends a rejection; without it, it follows from the reason. */
    corrige_con?: readonly Correccion[] | undefined
  },
): Promise<Decided[]> {
  const { maestro, datos, estado, motivo } = given
  const done: Decided[] = []
  const decided = estado === 'en_revision' && datos.length > 1 ? await decidedOf(sql, maestro) : []
  for (const dato of datos) {
    const kept = decided.find(({ tipo }) => tipo === dato)
    if (kept) {
      done.push({ dato, estado: kept.estado, cambio: false })
      continue
    }
    const [row] = await sql<{ changed: boolean }[]>`
      select interno.decidir_verificacion(${operator}, ${maestro}, ${dato}, ${estado}, ${motivo}, ${endsWith(dato, given)}) as changed`
    done.push({ dato, estado, cambio: row?.changed ?? false })
  }
  return done
}

/** One list may be about several data, each of which is corrected with its own. */
function endsWith(
  dato: DatoVerificable,
  { motivo, corrige_con }: { motivo: string | null; corrige_con?: readonly Correccion[] | undefined },
): Correccion[] | null {
  const own: readonly Correccion[] = CORRECCIONES[dato]
  return corrige_con?.filter((one) => own.includes(one)) ?? correccionesDelMotivo(dato, motivo ?? '')
}

/** The states as the maestro sees them. */
export const statesOf = (sql: ISql, maestro: string) =>
  sql<Verificacion[]>`select tipo, estado, motivo, corrige_con from interno.estado_verificacion(${maestro})`

const decidedOf = (sql: ISql, maestro: string) =>
  sql<Pick<Verificacion, 'tipo' | 'estado'>[]>`
    select tipo, estado from interno.estado_verificacion(${maestro}) where estado in ('verificado', 'rechazado')`
