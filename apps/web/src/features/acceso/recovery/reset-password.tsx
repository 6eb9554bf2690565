import { RECOVER, type Role } from '@maestros/dominio/acceso/roles'
import { acceso } from '@maestros/dominio/acceso/textos'
import { restablecer } from '@maestros/dominio/acceso/textos-de-recuperar'
import { comun } from '@maestros/dominio/textos'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { storedEmail } from '#lib/client/stored-session.ts'
import { type LinkState, leaveAfterReset, openResetLink, type ResetAccount } from '#lib/session/recovery.ts'
import { type Suspended, useSession } from '#lib/session/session-state.ts'
import { Button, buttonClass } from '#ui/elements/button.tsx'
import { Skeleton } from '#ui/elements/skeleton.tsx'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { loadOnSubmit } from '../forms/lazy-rules.ts'
import { SuspendedText } from '../notices/suspended-notice.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestReset } from './request-reset.tsx'

type Step = 'checking' | LinkState | 'refused' | 'done'

/** `drawing` is shown with a link that does not work. */
type Props = { as: Role; drawing: ReactNode }

export function ResetPassword({ as: role, drawing }: Props) {
  const [step, setStep] = useState<Step>('checking')
  const navigate = useNavigate()
  const session = useSession()
  // The account was suspended while the link's session was open here.
  const ended = session.status === 'anonymous' ? session.suspended : undefined

  useEffect(() => {
    if (step !== 'checking') return
    let cancelled = false
    void openResetLink().then((state) => {
      if (!cancelled) setStep(state)
    })
    return () => {
      cancelled = true
    }
  }, [step])

  const account = typeof step === 'object' && 'email' in step ? step : null
  useEffect(() => {
    if (account?.kept) void loadAndSayKept()
  }, [account])

  const check = () => setStep('checking')
  const finish = (changed: ResetAccount) => {
    setStep('done')
    toast.success(restablecer.actualizada)
    void leaveAfterReset(role, changed, (path, state) => navigate(path, { replace: true, state }))
  }

  const suspended = typeof step === 'object' && 'help' in step ? step : ended
  if (suspended) return <SuspendedScreen drawing={drawing} help={suspended.help} />
  if (account) {
    return (
      <NewPasswordForm
        account={account}
        onChanged={() => finish(account)}
        onRefused={() => setStep('refused')}
        onSuspended={check}
      />
    )
  }
  switch (step) {
    case 'checking':
      return <Checking />
    case 'unreachable':
      return <Unreachable drawing={drawing} onRetry={check} />
    case 'expired':
    case 'refused':
      return <Expired role={role} drawing={drawing} focused={step === 'refused'} onOpened={check} />
    case 'done':
      return <StepHeading title={restablecer.saliendo} focused />
  }
}

/** An e-mail says so too, so that nothing is missing when the sentence cannot be loaded. */
const loadAndSayKept = () =>
  loadOnSubmit().then(
    ({ sayKept }) => sayKept(),
    () => undefined,
  )

function Checking() {
  return (
    <div className="grid gap-5">
      <p role="status" className="text-muted-foreground">
        {restablecer.comprobando}
      </p>
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="mt-3 h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-13" />
    </div>
  )
}

/** `onOpened` is called when a code has opened a session that may set a new password. */
type ExpiredProps = { role: Role; drawing: ReactNode; focused: boolean; onOpened: () => void }

function Expired({ role, drawing, focused, onOpened }: ExpiredProps) {
  const { titulo, texto, pedirOtro } = restablecer.expirado
  const [email, setEmail] = useState<string | null>(null)
  const navigate = useNavigate()
  /** The screen for requesting a link redirects people who are signed in, so they get its form here. */
  const request = () => {
    const own = storedEmail()
    if (own) setEmail(own)
    else void navigate(RECOVER[role])
  }
  if (email) return <RequestReset as={role} email={email} focused onOpened={onOpened} />
  return (
    <div className="grid justify-items-center gap-4 text-center">
      {drawing}
      <div>
        <StepHeading title={titulo} focused={focused}>
          {texto}
        </StepHeading>
      </div>
      <Link
        className={buttonClass({ variant: 'next', size: 'large', className: 'mt-2 w-full' })}
        to={RECOVER[role]}
        onClick={(event) => {
          event.preventDefault()
          request()
        }}
      >
        {pedirOtro}
      </Link>
    </div>
  )
}

function SuspendedScreen({ drawing, help }: { drawing: ReactNode } & Suspended) {
  return (
    <div className="grid justify-items-center gap-4 text-center">
      {drawing}
      <div>
        <StepHeading title={acceso.suspendida.titulo} focused>
          <SuspendedText help={help} />
        </StepHeading>
      </div>
    </div>
  )
}

function Unreachable({ drawing, onRetry }: { drawing: ReactNode; onRetry: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 text-center">
      {drawing}
      <div>
        <StepHeading title={restablecer.sinRespuesta}>{comun.sinConexion}</StepHeading>
      </div>
      <Button variant="next" size="large" onClick={onRetry} className="mt-2">
        {comun.reintentar}
      </Button>
    </div>
  )
}
