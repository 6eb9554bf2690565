import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import {
  type OperatorSession,
  readOperatorSession,
  signOutOperator,
} from '#lib/session/operator/operator-session.ts'
import { Button } from '#ui/elements/button.tsx'
import { Spinner } from '#ui/elements/spinner.tsx'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { CodeForm } from './code-form.tsx'
import { Enrolment } from './enrolment.tsx'
import { SignIn } from './sign-in.tsx'

type Props = { session: Exclude<OperatorSession, { status: 'signed-in' }> }

/** What an operator does before the console opens. */
export function AccessSteps({ session }: Props) {
  const { codigo, alta } = operacion
  switch (session.status) {
    case 'loading':
      return (
        <div className="grid place-items-center py-16">
          <Spinner label={operacion.cargando} />
        </div>
      )
    case 'unreachable':
      return (
        <>
          <StepHeading title={comun.cuentaSinAbrir} focused>
            {comun.sinConexion}
          </StepHeading>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button variant="next" onClick={() => void readOperatorSession()}>
              {comun.reintentar}
            </Button>
            <Button variant="ghost" onClick={() => void signOutOperator()}>
              {codigo.otraCuenta}
            </Button>
          </div>
        </>
      )
    case 'signed-out':
      return <SignIn ended={session.ended} />
    case 'needs-code':
      return (
        <>
          <StepHeading title={codigo.titulo}>{codigo.texto}</StepHeading>
          <CodeForm button={codigo.boton} focused />
        </>
      )
    case 'needs-enrolment':
      return <Enrolment factor={session.factor} />
    case 'needs-link':
      return (
        <>
          <StepHeading title={alta.sinEnlace.titulo} focused>
            {alta.sinEnlace.texto}
          </StepHeading>
          <Button variant="outline" className="mt-6" onClick={() => void signOutOperator()}>
            {codigo.otraCuenta}
          </Button>
        </>
      )
  }
}
