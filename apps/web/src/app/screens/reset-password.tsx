import { comun } from '@maestros/dominio/textos/comun'
import { restablecer } from '@maestros/dominio/textos/recuperar'
import type { MetaFunction } from 'react-router'
import { ResetPassword } from '#features/auth/reset-password.tsx'
import { AccessPage } from '../access-page.tsx'
import { BrokenTile } from '../drawings.tsx'
import { useRouteRole } from '../role-routes.ts'

export const meta: MetaFunction = () => [{ title: `${restablecer.titulo} · ${comun.producto}` }]

export default function ResetPasswordScreen() {
  return (
    <AccessPage>
      <ResetPassword as={useRouteRole()} drawing={<BrokenTile />} />
    </AccessPage>
  )
}
