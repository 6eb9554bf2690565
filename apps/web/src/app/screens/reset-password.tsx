import { restablecer } from '@maestros/dominio/acceso/textos-de-recuperar'
import { comun } from '@maestros/dominio/textos'
import { Link, type MetaFunction } from 'react-router'
import { ResetPassword } from '#features/acceso/recovery/reset-password.tsx'
import { cn, LINK } from '#ui/class-names.ts'
import { AccessPage } from '../access/access-page.tsx'
import { useRouteRole } from '../access/role-routes.ts'
import { BrokenTile } from '../frame/drawings.tsx'

export const meta: MetaFunction = () => [{ title: `${restablecer.titulo} · ${comun.producto}` }]

export default function ResetPasswordScreen() {
  return (
    <AccessPage>
      <ResetPassword as={useRouteRole()} drawing={<BrokenTile />} />
      <p className="mt-6 text-center">
        <Link to="/" className={cn(LINK, 'tap-target inline-block py-2.5 font-medium')}>
          {comun.noEncontrada.inicio}
        </Link>
      </p>
    </AccessPage>
  )
}
