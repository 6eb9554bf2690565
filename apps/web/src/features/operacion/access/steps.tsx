import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import {
  type NewFactor,
  type OperatorSession,
  readOperatorSession,
  signOutOperator,
} from '#lib/session/operator/operator-session.ts'
import { Button } from '#ui/elements/button.tsx'
import { Spinner } from '#ui/elements/spinner.tsx'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { CodeForm } from './code-form.tsx'
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

const { alta: textos } = operacion

/** How the secret is shown for typing it by hand. */
const GROUP = /.{1,4}/g

/** The first sign-in: adds the authenticator app of the operator. */
function Enrolment({ factor: { qr, secret } }: { factor: NewFactor }) {
  return (
    <>
      <StepHeading title={textos.titulo} focused>
        {textos.texto}
      </StepHeading>
      {/* White in both colour schemes: phones read dark modules on a light ground. */}
      <div className="mt-5 grid justify-items-center">
        <img src={qr} alt={textos.qr} className="size-56 rounded-control bg-white p-2" />
      </div>
      <p className="mt-5 text-pretty">{textos.aMano}</p>
      <p
        translate="no"
        className="mt-2 rounded-control bg-muted p-3 text-center font-semibold tracking-wider"
      >
        {(secret.match(GROUP) ?? []).join(' ')}
      </p>
      <p className="mt-5 text-pretty">{textos.despues}</p>
      <CodeForm button={textos.boton} />
    </>
  )
}
