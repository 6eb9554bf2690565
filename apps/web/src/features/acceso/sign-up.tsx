import { LOGIN, type Role } from '@maestros/dominio/acceso/roles'
import { altas } from '@maestros/dominio/acceso/textos-de-registro'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { useWantedPath } from '#lib/session/wanted-path.ts'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { AccessLinks } from './access-links.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type Props = { as: Role; terms: ComponentProps<typeof SignUpForm>['terms'] }

/** The sign-up of either role. It leads to the sign-in of that role, with the e-mail address filled in. */
export function SignUp({ as: role, terms }: Props) {
  const navigate = useNavigate()
  const volver = useWantedPath()
  const textos = altas[role]
  return (
    <>
      <StepHeading title={textos.titulo}>{textos.entrada}</StepHeading>
      <SignUpForm
        as={role}
        terms={terms}
        onDone={(account) => void navigate(LOGIN[role], { state: { ...account, volver } })}
        below={(typed) => <AccessLinks links={[textos.yaTienes, textos.otroRol]} email={typed} />}
      />
    </>
  )
}
