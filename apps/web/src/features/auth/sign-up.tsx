import { LOGIN, type Role } from '@maestros/dominio/acceso'
import { altas } from '@maestros/dominio/textos/registro'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { AccessHeading } from './access-heading.tsx'
import { AccessLinks } from './access-links.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type Props = { as: Role; terms: ComponentProps<typeof SignUpForm>['terms'] }

/** Both sign-ups are this one; each leads to the door of its role, with the address already there. */
export function SignUp({ as: role, terms }: Props) {
  const navigate = useNavigate()
  const textos = altas[role]
  return (
    <>
      <AccessHeading title={textos.titulo}>{textos.entrada}</AccessHeading>
      <SignUpForm
        as={role}
        terms={terms}
        onDone={(email) => void navigate(LOGIN[role], { state: { email } })}
      />
      <AccessLinks links={[textos.yaTienes, textos.otroRol]} />
    </>
  )
}
