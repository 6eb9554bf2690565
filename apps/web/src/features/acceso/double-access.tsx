import type { Entrada } from '@maestros/dominio/acceso/formulario-de-entrada'
import { acceso } from '@maestros/dominio/acceso/textos'
import { accesoDoble } from '@maestros/dominio/acceso/textos-de-registro'
import { comun } from '@maestros/dominio/textos'
import { Tabs } from 'radix-ui'
import { type ComponentProps, useState } from 'react'
import { signUpTestUser } from '#lib/session/sign-up.ts'
import { Button } from '#ui/elements/button.tsx'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { dismissRefusalToast, showRefusalToast } from './notices/refusal-toast.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const SIGN_IN = 'iniciar'
const SIGN_UP = 'registrarse'

/** Both forms stay mounted, so that switching tabs keeps what was typed. */
const panel = 'data-[state=inactive]:hidden'
const tab =
  'min-h-11 flex-1 rounded-control px-3 font-semibold text-muted-foreground hover:text-foreground data-[state=active]:bg-card data-[state=active]:text-foreground data-[state=active]:shadow-float'

/** Sign-in and sign-up on one screen, for accounts of any role. */
export function DoubleAccess({ terms }: { terms: ComponentProps<typeof SignUpForm>['terms'] }) {
  const [shown, setShown] = useState(SIGN_IN)
  const [known, setKnown] = useState<Partial<Entrada>>({})
  const [signedUp, setSignedUp] = useState('')
  const [unconfirmed, setUnconfirmed] = useState(false)
  return (
    <>
      <StepHeading title={accesoDoble.titulo}>{accesoDoble.entrada}</StepHeading>
      <Tabs.Root value={shown} onValueChange={setShown} className="mt-6">
        <Tabs.List
          aria-label={accesoDoble.pestanas}
          className="flex gap-1 rounded-card bg-muted p-1 max-[13.75rem]:flex-col"
        >
          <Tabs.Trigger value={SIGN_IN} className={tab}>
            {accesoDoble.iniciar}
          </Tabs.Trigger>
          <Tabs.Trigger value={SIGN_UP} className={tab}>
            {accesoDoble.registrarse}
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value={SIGN_IN} forceMount className={panel}>
          <SignInForm key={known.email} as={null} known={known} unconfirmed={unconfirmed} />
          <TestUser
            onMade={(made) => {
              setKnown(made)
              setUnconfirmed(false)
            }}
          />
        </Tabs.Content>
        <Tabs.Content value={SIGN_UP} forceMount className={panel}>
          <SignUpForm
            key={signedUp}
            as="buscador"
            terms={terms}
            onDone={({ email, unconfirmed }) => {
              setSignedUp(email)
              setKnown({ email })
              setUnconfirmed(unconfirmed)
              setShown(SIGN_IN)
            }}
          />
        </Tabs.Content>
      </Tabs.Root>
    </>
  )
}

function TestUser({ onMade }: { onMade: (made: { email: string; password: string }) => void }) {
  const [making, setMaking] = useState(false)
  const { prueba } = accesoDoble

  const make = async () => {
    setMaking(true)
    dismissRefusalToast()
    const email = `prueba-${crypto.randomUUID().slice(0, 8)}@example.com`
    const password = crypto.randomUUID()
    const { nombre, apellido } = prueba
    const result = await signUpTestUser({ nombre, apellido, email, password })
    setMaking(false)
    if (result.ok) {
      onMade({ email, password })
      toast.success(prueba.listo, { description: prueba.listoTexto })
    } else if (result.reason === 'production') toast.info(prueba.soloPruebas)
    else if (result.reason === 'other')
      showRefusalToast(prueba.fallo, result.message ?? acceso.errores.sinMensaje)
    else showRefusalToast(prueba.fallo, comun.sinConexion)
  }

  return (
    <div className="mt-6 grid border-t border-border pt-6">
      <Button variant="outline" aria-disabled={making} onClick={() => void (making || make())}>
        {making ? prueba.creando : prueba.crear}
      </Button>
    </div>
  )
}
