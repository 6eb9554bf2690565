import { operacion } from '@maestros/dominio/textos/operacion'
import { useSearchParams } from 'react-router'
import { Requests } from '#features/operacion/requests.tsx'
import { consoleMeta } from '../console-meta.ts'

export const meta = consoleMeta(operacion.solicitudes.titulo)

export default function OperacionSolicitudes() {
  const [search] = useSearchParams()
  return <Requests cuales={search.get('cuales') === 'todas' ? 'todas' : 'abiertas'} />
}
