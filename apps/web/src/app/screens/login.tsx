import { HOME, type Role } from '@maestros/dominio/acceso/roles'
import { entradas } from '@maestros/dominio/acceso/textos'
import { comun } from '@maestros/dominio/textos'
import type { MetaFunction } from 'react-router'
import { SignIn } from '#features/acceso/sign-in.tsx'
import { AccessPage } from '../access/access-page.tsx'
import { roleOf, useRouteRole } from '../access/role-routes.ts'

export const meta: MetaFunction = ({ matches }) => {
  const role = roleOf(matches.at(-1)?.id)
  const { titulo, entrada } = entradas[role]
  return [
    { title: `${titulo} · ${comun.producto}` },
    { name: 'description', content: role === 'buscador' ? comun.lema : entrada },
  ]
}

/** The code of the next screen is downloaded while the server checks the password. */
async function prefetchHome(role: Role) {
  const { prefetchScreen } = await import('../frame/prefetched-screens.ts')
  await prefetchScreen(HOME[role])
}

export default function Login() {
  const role = useRouteRole()
  return (
    <AccessPage>
      {/* The key empties the form on the way from one role's screen to the other's. */}
      <SignIn key={role} as={role} onSend={() => prefetchHome(role).catch(() => undefined)} />
    </AccessPage>
  )
}
