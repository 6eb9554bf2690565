import { operacion } from '@maestros/dominio/textos/operacion'
import { useParams } from 'react-router'
import { AccountById } from '#features/operacion/accounts.tsx'
import { consoleMeta } from '../console-meta.ts'

export const meta = consoleMeta(operacion.cuenta.titulo)

export default function OperacionCuenta() {
  const { id = '' } = useParams()
  return <AccountById key={id} id={id} />
}
