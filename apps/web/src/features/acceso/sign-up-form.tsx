import type { Role } from '@maestros/dominio/acceso/roles'
import { acceso } from '@maestros/dominio/acceso/textos'
import { altas, registro } from '@maestros/dominio/acceso/textos-de-registro'
import { comun } from '@maestros/dominio/textos'
import type { ReactNode } from 'react'
import type { SignUpResult } from '#lib/session/sign-up.ts'
import { useConfirmationPath } from '#lib/session/wanted-path.ts'
import { Button } from '#ui/elements/button.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Form } from '#ui/fields/form.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { linkClass } from './access-links.tsx'
import type { TypedEmail } from './email-link.tsx'
import { EmailField } from './forms/email-field.tsx'
import { lazyRules, loadConfirmEmail, loadOnSubmit, useRulesWhenLive } from './forms/lazy-rules.ts'
import { NameFields } from './forms/name-fields.tsx'
import { NewPasswordFields } from './forms/new-password-fields.tsx'
import { useForm } from './forms/use-form.ts'
import { useKnownEmail } from './navigation-state.ts'
import {
  dismissRefusalToast,
  failureText,
  showRefusalToast,
  useDismissRefusalToast,
  WithLink,
} from './notices/refusal-toast.tsx'

type Props = {
  as: Role
  /** Renders the terms; the screen provides them, because they belong to another feature. `accept` ticks the box. */
  terms: (accept: () => void) => ReactNode
  onDone: (account: { email: string; unconfirmed: boolean }) => void
  /** Shown below the form: links to other screens, which take along what is typed. */
  below?: (email: TypedEmail) => ReactNode
}

const rules = {
  buscador: lazyRules(({ signUp }) => signUp.buscador),
  maestro: lazyRules(({ signUp }) => signUp.maestro),
}

export function SignUpForm({ as: role, terms, onDone, below }: Props) {
  const known = useKnownEmail()
  const path = useConfirmationPath(role)
  const { register, onSubmit, select, refuse, textOf, tick, isTicked, errors, isSubmitting } = useForm({
    rules: rules[role],
    initial: known ? { email: known } : {},
  })
  useRulesWhenLive()
  useDismissRefusalToast()
  const email = () => textOf('email')

  const onUnchecked = () => showRefusal({ ok: false, reason: 'offline' }, role, email())
  const submit = onSubmit(async (input) => {
    dismissRefusalToast()
    // The sign-in screen needs it next. It tries again after a failure.
    loadConfirmEmail().catch(() => undefined)
    const { signUp } = await loadOnSubmit()
    const result = await signUp(input, role, path)
    if (result.ok) {
      const description = result.confirmed ? registro.listaParaEntrar : registro.porConfirmar
      toast.success(altas[role].creada, { description })
      return onDone({ email: input.email, unconfirmed: !result.confirmed })
    }
    if (result.reason === 'weak') return refuse('password', result.message)
    showRefusal(result, role, input.email)
    if (result.reason === 'exists' || result.reason === 'email') select('email')
  }, onUnchecked)

  return (
    <>
      <Form early={comun.formulario} noValidate onSubmit={submit} className="mt-8 grid gap-5">
        <NameFields register={register} errors={errors} />
        <EmailField field={register('email')} error={errors.email} autoComplete="email" />
        <NewPasswordFields
          labels={{ password: acceso.contrasena, confirmacion: registro.confirmar }}
          register={register}
          errors={errors}
        />
        <div className="grid gap-2">
          {terms(() => tick('terminos'))}
          <Checkbox label={registro.acepto} error={errors.terminos} {...register('terminos')} required />
        </div>
        <Button
          type="submit"
          variant="next"
          size="large"
          disabled={isSubmitting || !isTicked('terminos')}
          data-requires="terminos"
        >
          {isSubmitting ? registro.enviando : altas[role].enviar}
        </Button>
        <p className="text-center text-sm text-muted-foreground">
          {comun.pie.cuidado} {/* In another tab, so that what is typed stays here. */}
          <a
            href="/acuerdo-de-privacidad"
            target="_blank"
            rel="noopener"
            className={`${linkClass} inline-block py-2.5`}
          >
            {comun.pie.privacidad} <span className="sr-only">{registro.otraPestana}</span>
          </a>
        </p>
      </Form>
      {below?.(email)}
    </>
  )
}

type Refusal = Exclude<Extract<SignUpResult, { ok: false }>, { reason: 'weak' }>

function showRefusal(refusal: Refusal, role: Role, email: string) {
  const { errores } = registro
  switch (refusal.reason) {
    case 'exists':
      return showRefusalToast(errores.existente, <WithLink {...altas[role].existente} email={email} />)
    case 'email':
      return showRefusalToast(errores.email, errores.emailTexto)
    case 'offline':
    case 'other':
      return showRefusalToast(errores.otro, failureText(refusal, acceso.errores.sinMensaje))
  }
}
