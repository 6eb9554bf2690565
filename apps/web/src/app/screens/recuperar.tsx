import { recuperaciones, recuperar } from '@maestros/dominio/acceso/textos-de-recuperar'
import { comun } from '@maestros/dominio/textos'
import type { MetaFunction } from 'react-router'
import { RequestReset } from '#features/acceso/recovery/request-reset.tsx'
import { AccessPage } from '../access/access-page.tsx'
import { roleOf, useRouteRole } from '../access/role-routes.ts'

export const meta: MetaFunction = ({ matches }) => [
  { title: `${recuperar.titulo} · ${comun.producto}` },
  { name: 'description', content: recuperaciones[roleOf(matches.at(-1)?.id)].entrada },
]

export default function Recuperar() {
  const role = useRouteRole()
  return (
    <AccessPage>
      <RequestReset key={role} as={role} />
    </AccessPage>
  )
}
