import { entradas } from '@maestros/dominio/textos/acceso'
import { comun } from '@maestros/dominio/textos/comun'
import type { MetaFunction } from 'react-router'
import { SignIn } from '#features/auth/sign-in.tsx'
import { AccessPage } from '../access-page.tsx'

export const meta: MetaFunction = () => [
  { title: `${entradas.maestro.titulo} · ${comun.producto}` },
  { name: 'description', content: entradas.maestro.entrada },
]

export default function LoginMaestro() {
  return (
    <AccessPage>
      <SignIn as="maestro" />
    </AccessPage>
  )
}
