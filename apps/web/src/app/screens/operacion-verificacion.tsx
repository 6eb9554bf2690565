import { operacion } from '@maestros/dominio/textos/operacion'
import { useParams } from 'react-router'
import { Dossier } from '#features/operacion/dossier.tsx'
import { consoleMeta } from '../console-meta.ts'

export const meta = consoleMeta(operacion.expediente.titulo)

export default function OperacionVerificacion() {
  const { id = '' } = useParams()
  return <Dossier key={id} maestroId={id} />
}
