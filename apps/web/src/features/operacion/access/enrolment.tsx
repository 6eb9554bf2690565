import { operacion } from '@maestros/dominio/operacion/textos'
import type { NewFactor } from '#lib/session/operator/operator-session.ts'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { CodeForm } from './code-form.tsx'

const { alta: textos } = operacion

/** How the secret is shown for typing it by hand. */
const GROUP = /.{1,4}/g

/** The first sign-in: adds the authenticator app of the operator. */
export function Enrolment({ factor: { qr, secret } }: { factor: NewFactor }) {
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
