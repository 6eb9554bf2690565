import type { EstadoDeMisDatos, Exportacion } from '@maestros/contrato/cuenta/mis-datos'
import { EXPORTACION_HORAS, EXPORTACIONES_MAX } from '@maestros/dominio/cuenta/cierre-y-exportacion'
import { exportacion as textos } from '@maestros/dominio/cuenta/textos-de-exportacion'
import type { PendingQuery, ReservedSql } from 'postgres'
import { EXPORT_BUCKET, exportName } from '../../platform/objects/export-place.ts'
import { holderOf, type Session, signedPath, signer } from '../../platform/objects/signed.ts'
import type { Secrets } from '../../platform/settings/secrets.ts'

interface Found {
  id: string
  cuenta_id: string
  estado: Exportacion['estado']
  pedida_en: Date
  vence_en: Date | null
  tamano: number | null
  /** Until then the account has made EXPORTACIONES_MAX exports within EXPORTACION_HORAS. */
  maximo_hasta: Date | null
}

/** The last export of an account. */
export const lastExport = (sql: ReservedSql, account: string): PendingQuery<Found[]> => sql`
  select e.id, e.cuenta_id, e.pedida_en, e.vence_en, o.size as tamano,
    case
      when interno.exportacion_fallida(e) then 'fallida'
      when e.estado = 'lista' and (o.id is null or e.vence_en <= now()) then 'vencida'
      else e.estado
    end as estado,
    (
      select r.pedida_en + make_interval(hours => ${EXPORTACION_HORAS}) from interno.exportaciones r
      where r.cuenta_id = e.cuenta_id order by r.pedida_en desc offset ${EXPORTACIONES_MAX - 1} limit 1
    ) as maximo_hasta
  from interno.exportaciones e
  left join storage.objects o on o.bucket_id = ${EXPORT_BUCKET}
    and o.name = 'exportaciones/' || e.cuenta_id || '/' || e.id || '.zip'
  where e.cuenta_id = ${account}
  order by e.pedida_en desc limit 1`

export const reachedMaximum = (found: Found | undefined): boolean =>
  found !== undefined && found.maximo_hasta !== null && found.maximo_hasta > new Date()

/** The state as the page shows it. The link ends when the export or the session of its reader does. */
export function presentExport(secrets: Secrets, found: Found | undefined, reader: Session): EstadoDeMisDatos {
  if (!found) return { success: true, exportacion: null, proxima_en: null }
  const { estado, pedida_en, vence_en, tamano } = found
  // A new password, for example, ends an export early. Then a new one may be requested at once, as after a failure.
  const ended = estado === 'fallida' || (vence_en !== null && vence_en <= new Date())
  const next = ended ? found.maximo_hasta : new Date(pedida_en.getTime() + EXPORTACION_HORAS * 3_600_000)
  const ready = estado === 'lista' && vence_en !== null
  return {
    success: true,
    exportacion: {
      estado,
      pedida_en: pedida_en.toISOString(),
      vence_en: vence_en?.toISOString() ?? null,
      tamano: ready ? tamano : null,
      enlace: ready ? linkTo(secrets, found, vence_en, reader) : null,
    },
    proxima_en: next === null || next <= new Date() ? null : next.toISOString(),
  }
}

function linkTo(secrets: Secrets, { cuenta_id, id }: Found, end: Date, reader: Session): string {
  const { token } = signer(secrets)
  const grant = {
    act: 'read',
    bucket: EXPORT_BUCKET,
    name: exportName(cuenta_id, id),
    holder: holderOf(reader),
  } as const
  const path = signedPath(grant, (one) => token(one, Math.floor(end.getTime() / 1000)))
  return `/storage/v1${path}&download=${encodeURIComponent(textos.archivo)}`
}
