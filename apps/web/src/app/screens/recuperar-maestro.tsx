import { comun } from '@maestros/dominio/textos/comun'
import { recuperaciones, recuperar } from '@maestros/dominio/textos/recuperar'
import type { MetaFunction } from 'react-router'
import { RequestReset } from '#features/auth/request-reset.tsx'
import { AccessPage } from '../access-page.tsx'

export const meta: MetaFunction = () => [
  { title: `${recuperar.titulo} · ${comun.producto}` },
  { name: 'description', content: recuperaciones.maestro.entrada },
]

export default function RecuperarMaestro() {
  return (
    <AccessPage>
      <RequestReset as="maestro" />
    </AccessPage>
  )
}
