import { altas } from '@maestros/dominio/acceso/textos-de-registro'
import { comun } from '@maestros/dominio/textos'
import type { MetaFunction } from 'react-router'
import { SignUp } from '#features/acceso/sign-up.tsx'
import { TermsCollapsible } from '#features/paginas/legal/terms-collapsible.tsx'
import { TermsDialog } from '#features/paginas/legal/terms-dialog.tsx'
import { AccessPage } from '../access/access-page.tsx'
import { roleOf, useRouteRole } from '../access/role-routes.ts'

export const meta: MetaFunction = ({ matches }) => {
  const { titulo, entrada } = altas[roleOf(matches.at(-1)?.id)]
  return [{ title: `${titulo} · ${comun.producto}` }, { name: 'description', content: entrada }]
}

/** The specification shows the terms to seekers in a collapsible section, and to maestros in a dialog. */
const TERMS = {
  buscador: () => <TermsCollapsible />,
  maestro: (accept: () => void) => <TermsDialog onAccept={accept} />,
}

export default function Registro() {
  const role = useRouteRole()
  return (
    <AccessPage>
      <SignUp key={role} as={role} terms={TERMS[role]} />
    </AccessPage>
  )
}
