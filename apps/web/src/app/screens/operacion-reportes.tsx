import { operacion } from '@maestros/dominio/textos/operacion'
import { useSearchParams } from 'react-router'
import { Reports } from '#features/operacion/reports.tsx'
import { consoleMeta } from '../console-meta.ts'

export const meta = consoleMeta(operacion.reportes.titulo)

export default function OperacionReportes() {
  const [search] = useSearchParams()
  return <Reports cuales={search.get('cuales') === 'todos' ? 'todos' : 'abiertos'} />
}
