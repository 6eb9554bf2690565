import { operacion } from '@maestros/dominio/textos/operacion'
import { Accounts } from '#features/operacion/accounts.tsx'
import { consoleMeta } from '../console-meta.ts'

export const meta = consoleMeta(operacion.cuentas.titulo)

export default function OperacionCuentas() {
  return <Accounts />
}
