import { comun } from '@maestros/dominio/textos/comun'
import { altas } from '@maestros/dominio/textos/registro'
import type { MetaFunction } from 'react-router'
import { SignUp } from '#features/auth/sign-up.tsx'
import { TermsDialog } from '#features/legal/terms-dialog.tsx'
import { AccessPage } from '../access-page.tsx'

export const meta: MetaFunction = () => [
  { title: `${altas.maestro.titulo} · ${comun.producto}` },
  { name: 'description', content: altas.maestro.entrada },
]

export default function RegistroMaestro() {
  return (
    <AccessPage>
      <SignUp as="maestro" terms={(accept) => <TermsDialog onAccept={accept} />} />
    </AccessPage>
  )
}
