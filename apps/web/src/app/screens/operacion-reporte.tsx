import { operacion } from '@maestros/dominio/textos/operacion'
import { useParams } from 'react-router'
import { Report } from '#features/operacion/report.tsx'
import { consoleMeta } from '../console-meta.ts'
import NotFound from './not-found.tsx'

export const meta = consoleMeta(operacion.reporte.titulo)

const NUMBER = /^\d{1,15}$/

export default function OperacionReporte() {
  const { id = '' } = useParams()
  return NUMBER.test(id) ? <Report key={id} id={Number(id)} /> : <NotFound />
}
