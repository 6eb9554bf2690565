import { operacion } from '@maestros/dominio/textos/operacion'
import { VerificationQueue } from '#features/operacion/verification-queue.tsx'
import { consoleMeta } from '../console-meta.ts'

export const meta = consoleMeta(operacion.verificaciones.titulo)

export default function OperacionVerificaciones() {
  return <VerificationQueue />
}
