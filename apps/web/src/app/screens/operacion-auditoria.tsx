import { operacion } from '@maestros/dominio/textos/operacion'
import { useSearchParams } from 'react-router'
import { Audit } from '#features/operacion/audit.tsx'
import { consoleMeta } from '../console-meta.ts'

export const meta = consoleMeta(operacion.auditoria.titulo)

export default function OperacionAuditoria() {
  const [search] = useSearchParams()
  const cuenta = search.get('cuenta')
  return <Audit key={cuenta} cuentaId={cuenta} />
}
