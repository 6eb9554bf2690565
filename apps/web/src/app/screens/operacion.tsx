import { operacion } from '@maestros/dominio/textos/operacion'
import { Home } from '#features/operacion/home.tsx'
import { consoleMeta } from '../console-meta.ts'

export const meta = consoleMeta(operacion.inicio.titulo)

export default function Operacion() {
  return <Home />
}
