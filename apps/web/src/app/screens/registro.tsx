import { comun } from '@maestros/dominio/textos/comun'
import { altas } from '@maestros/dominio/textos/registro'
import type { MetaFunction } from 'react-router'
import { SignUp } from '#features/auth/sign-up.tsx'
import { TermsCollapsible } from '#features/legal/terms-collapsible.tsx'
import { AccessPage } from '../access-page.tsx'

export const meta: MetaFunction = () => [
  { title: `${altas.buscador.titulo} · ${comun.producto}` },
  { name: 'description', content: altas.buscador.entrada },
]

export default function Registro() {
  return (
    <AccessPage>
      <SignUp as="buscador" terms={() => <TermsCollapsible />} />
    </AccessPage>
  )
}
