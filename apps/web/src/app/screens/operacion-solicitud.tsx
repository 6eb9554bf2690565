import { operacion } from '@maestros/dominio/textos/operacion'
import { useParams } from 'react-router'
import { Request } from '#features/operacion/request.tsx'
import { consoleMeta } from '../console-meta.ts'

export const meta = consoleMeta(operacion.solicitud.titulo)

export default function OperacionSolicitud() {
  const { id = '' } = useParams()
  return <Request key={id} id={id} />
}
