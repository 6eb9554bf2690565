import { accesoDoble } from '@maestros/dominio/acceso/textos-de-registro'
import { comun } from '@maestros/dominio/textos'
import type { MetaFunction } from 'react-router'
import { DoubleAccess } from '#features/acceso/double-access.tsx'
import { TermsCollapsible } from '#features/paginas/legal/terms-collapsible.tsx'
import { useSession } from '#lib/session/session-state.ts'
import { SpinnerPage } from '#ui/elements/spinner.tsx'
import { AccessPage } from '../access/access-page.tsx'
import { GoTo } from '../access/go-to.tsx'
import { Unreachable } from '../frame/unreachable.tsx'

export const meta: MetaFunction = () => [{ title: `${accesoDoble.titulo} · ${comun.producto}` }]

/** Redirects signed-in people to /, where the guard sends each role to its home. */
export default function Auth() {
  const session = useSession()
  switch (session.status) {
    case 'loading':
      return <SpinnerPage label={comun.cargando} />
    case 'unreachable':
      return <Unreachable />
    case 'signed-in':
      return <GoTo path="/" />
    case 'anonymous':
      return (
        <AccessPage>
          <DoubleAccess terms={() => <TermsCollapsible />} />
        </AccessPage>
      )
  }
}
