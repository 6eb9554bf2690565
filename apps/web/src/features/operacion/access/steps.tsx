import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import {
  type OperatorSession,
  readOperatorSession,
  signOutOperator,
} from '#lib/session/operator/operator-session.ts'
import { Button } from '#ui/elements/button.tsx'
import { Spinner } from '#ui/elements/spinner.tsx'
import { CodeForm } from './code-form.tsx'
import { Enrolment } from './enrolment.tsx'
import { AccessHeading } from './heading.tsx'
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
          <AccessHeading title={comun.cuentaSinAbrir} text={comun.sinConexion} focused />
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
          <AccessHeading title={codigo.titulo} text={codigo.texto} />
          <CodeForm button={codigo.boton} focused />
        </>
      )
    case 'needs-enrolment':
      return <Enrolment factor={session.factor} />
    case 'needs-link':
      return (
        <>
          <AccessHeading title={alta.sinEnlace.titulo} text={alta.sinEnlace.texto} focused />
          <Button variant="outline" className="mt-6" onClick={() => void signOutOperator()}>
            {codigo.otraCuenta}
          </Button>
        </>
      )
  }
}
