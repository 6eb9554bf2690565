import { LOGIN, type Role } from '@maestros/dominio/acceso/roles'
import { recuperaciones, recuperar } from '@maestros/dominio/acceso/textos-de-recuperar'
import { comun } from '@maestros/dominio/textos'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RequestResult } from '#lib/session/recovery.ts'
import { useWantedPath } from '#lib/session/wanted-path.ts'
import { Button, buttonClass } from '#ui/elements/button.tsx'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { Form } from '#ui/fields/form.tsx'
import { lazyComponent } from '#ui/timing/lazy-component.tsx'
import { linkClass } from '../access-links.tsx'
import { EmailLink, type TypedEmail } from '../email-link.tsx'
import { EmailField } from '../forms/email-field.tsx'
import { lazyRules, loadOnSubmit, useRulesWhenLive } from '../forms/lazy-rules.ts'
import { useForm } from '../forms/use-form.ts'
import { useKnownEmail } from '../navigation-state.ts'
import { dismissRefusalToast, showRefusalToast } from '../notices/refusal-toast.tsx'

/**
 * `email` fills the field. `focused` moves the focus to the title, when the form takes the place of something else. `onOpened`
 * is called when the code of the e-mail has opened a session.
 */
type Props = { as: Role; email?: string | undefined; focused?: boolean; onOpened?: () => void }

const rules = lazyRules(({ recover }) => recover)

const RecoveryCode = lazyComponent(() => import('./recovery-code.tsx'))

/** Requests the recovery e-mail, then confirms that it was sent. For another try the form still has what was typed. */
export function RequestReset({ as: role, email: given, focused = false, onOpened }: Props) {
  const passed = useKnownEmail()
  const volver = useWantedPath()
  const known = given ?? passed
  const [step, setStep] = useState<'first' | 'sent' | 'again'>('first')
  const { register, onSubmit, select, textOf, errors, isSubmitting } = useForm({
    rules,
    initial: known ? { email: known } : {},
  })
  useRulesWhenLive()

  const onUnchecked = () => showRefusal({ ok: false, reason: 'offline' }, role)
  const submit = onSubmit(async ({ email }) => {
    dismissRefusalToast()
    const { requestReset } = await loadOnSubmit()
    const result = await requestReset(email, role, volver)
    if (result.ok) return setStep('sent')
    showRefusal(result, role)
    if (result.reason === 'unknown') select('email')
    if (result.reason === 'recent') setStep('sent')
  }, onUnchecked)

  if (step === 'sent') {
    const email = textOf('email').trim()
    return <Sent role={role} email={email} onAgain={() => setStep('again')} onOpened={onOpened} />
  }
  return (
    <>
      <StepHeading title={recuperar.titulo} focused={focused || step === 'again'}>
        {recuperaciones[role].entrada}
      </StepHeading>
      <Form early={comun.formulario} noValidate onSubmit={submit} className="mt-8 grid gap-5">
        <EmailField field={register('email')} error={errors.email} autoComplete="username" />
        <Button type="submit" variant="next" size="large" disabled={isSubmitting}>
          {isSubmitting ? recuperar.enviando : recuperar.enviar}
        </Button>
      </Form>
      <p className="mt-6 text-center">
        <BackToLogin role={role} email={() => textOf('email')} />
      </p>
    </>
  )
}

type SentProps = {
  role: Role
  email: string
  onAgain: () => void
  onOpened: (() => void) | undefined
}

function Sent({ role, email, onAgain, onOpened }: SentProps) {
  const { enviado } = recuperar
  const volver = useWantedPath()
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <EnvelopeDrawing />
      <div>
        <StepHeading title={enviado.titulo} focused />
        <p className="mt-2 text-pretty text-muted-foreground">
          {enviado.texto} <strong className="font-semibold break-words text-foreground">{email}</strong>.
        </p>
        <p className="mt-2 text-pretty text-muted-foreground">{enviado.vence}</p>
      </div>
      <Link
        className={buttonClass({ variant: 'next', size: 'large', className: 'mt-2 w-full' })}
        to={LOGIN[role]}
        state={{ email, volver }}
      >
        {recuperaciones[role].volver}
      </Link>
      <Button variant="ghost" onClick={onAgain}>
        {enviado.otraVez}
      </Button>
      <RecoveryCode as={role} email={email} onOpened={onOpened} />
    </div>
  )
}

function BackToLogin({ role, email }: { role: Role; email: TypedEmail }) {
  return (
    <EmailLink to={LOGIN[role]} email={email} className={`${linkClass} inline-block py-2.5`}>
      {recuperaciones[role].volver}
    </EmailLink>
  )
}

function showRefusal(refusal: Extract<RequestResult, { ok: false }>, role: Role) {
  const { errores } = recuperar
  switch (refusal.reason) {
    case 'unknown':
      return showRefusalToast(errores.sinCuenta, recuperaciones[role].sinCuenta)
    case 'offline':
      return showRefusalToast(errores.inesperado, comun.sinConexion)
    case 'recent':
    case 'other':
      return showRefusalToast(errores.otro, refusal.message ?? errores.inesperado)
  }
}

/** An envelope: an e-mail has been sent. */
function EnvelopeDrawing() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden="true" className="h-24 w-30">
      <rect x="16" y="22" width="88" height="58" rx="10" className="fill-primary-tint" />
      <path
        d="M22 30 56 56a7 7 0 0 0 8 0l34-26"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        className="stroke-primary"
      />
      <path
        d="M4 40h14M0 52h14M6 64h12"
        strokeWidth="4"
        strokeLinecap="round"
        className="stroke-primary-tint"
      />
      <circle cx="60" cy="58" r="8" className="fill-accent" />
    </svg>
  )
}
