import type { Role } from '@maestros/dominio/acceso/roles'
import { entradas } from '@maestros/dominio/acceso/textos'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { AccessLinks } from './access-links.tsx'
import { useKnownEmail, useUnconfirmed } from './navigation-state.ts'
import { ClosedNotice } from './notices/closed-notice.tsx'
import { EndedNotice } from './notices/ended-notice.tsx'
import { SuspendedNotice } from './notices/suspended-notice.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** The sign-in of either role. After a success the guard redirects, because it knows the account. */
export function SignIn({ as: role, onSend }: { as: Role; onSend: () => void }) {
  const textos = entradas[role]
  const email = useKnownEmail()
  const unconfirmed = useUnconfirmed()
  return (
    <>
      <StepHeading title={textos.titulo}>{textos.entrada}</StepHeading>
      <SuspendedNotice />
      <EndedNotice as={role} />
      <ClosedNotice />
      <SignInForm
        as={role}
        known={email ? { email } : {}}
        unconfirmed={unconfirmed}
        onSend={onSend}
        below={(typed) => <AccessLinks links={[textos.alta, textos.otroRol]} email={typed} />}
      />
    </>
  )
}
