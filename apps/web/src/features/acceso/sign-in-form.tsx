import type { Entrada } from '@maestros/dominio/acceso/formulario-de-entrada'
import type { Role } from '@maestros/dominio/acceso/roles'
import { acceso, entradas } from '@maestros/dominio/acceso/textos'
import { comun } from '@maestros/dominio/textos'
import { type ReactNode, useEffect, useState } from 'react'
import { getClient } from '#lib/client/client.ts'
import { useSession } from '#lib/session/session-state.ts'
import { Button } from '#ui/elements/button.tsx'
import { Form } from '#ui/fields/form.tsx'
import { lazyComponent } from '#ui/timing/lazy-component.tsx'
import { linkClass } from './access-links.tsx'
import { EmailLink, type TypedEmail } from './email-link.tsx'
import { EmailField } from './forms/email-field.tsx'
import { lazyRules, loadConfirmEmail, loadOnSubmit, useRulesWhenLive } from './forms/lazy-rules.ts'
import { PasswordField } from './forms/password-field.tsx'
import { useForm } from './forms/use-form.ts'
import { showRefusal } from './notices/refusal.tsx'
import { dismissRefusalToast, useDismissRefusalToast } from './notices/refusal-toast.tsx'

type Props = {
  /** The role that may sign in here; null for any role. */
  as: Role | null
  known?: Partial<Entrada>
  /** The account of the known e-mail address was just created, and the address is still to be confirmed. */
  unconfirmed?: boolean
  /** Called when the sign-in is sent: the time until the answer can be used. */
  onSend?: () => void
  /** Shown below the form: links to other screens, which take along what is typed. */
  below?: (email: TypedEmail) => ReactNode
}

const rules = lazyRules(({ signIn }) => signIn)

const ConfirmEmail = lazyComponent(loadConfirmEmail)

export function SignInForm({ as: role, known = {}, unconfirmed = false, onSend, below }: Props) {
  const textRole = role ?? 'buscador'
  const session = useSession()
  const brokenLink = session.status === 'anonymous' && session.brokenLink === true
  const [toConfirm, setToConfirm] = useState(
    unconfirmed && known.email !== undefined ? { email: known.email, password: '' } : undefined,
  )
  const { register, onSubmit, focus, select, textOf, errors, isSubmitting } = useForm({
    rules,
    initial: known,
  })
  useRulesWhenLive()
  useDismissRefusalToast()
  const email = () => textOf('email')
  const onlyPasswordMissing = known.email !== undefined && known.password === undefined && !unconfirmed

  useEffect(() => {
    if (onlyPasswordMissing) focus('password')
  }, [onlyPasswordMissing, focus])

  const onUnchecked = () => showRefusal({ ok: false, reason: 'offline' }, textRole, email())
  const submit = onSubmit(async (input) => {
    dismissRefusalToast()
    const { signIn, sayKept } = await loadOnSubmit()
    // Without the client nothing is sent, and signIn says so.
    if (await getClient().catch(() => null)) onSend?.()
    const result = await signIn(input, role)
    // Also at the sign-in of the other role: the password has kept the account.
    if ('kept' in result && result.kept) sayKept()
    if (result.ok) return
    showRefusal(result, textRole, input.email)
    if (result.reason === 'credentials') select('password')
    if (result.reason === 'unconfirmed') setToConfirm(input)
  }, onUnchecked)

  return (
    <>
      {(brokenLink || toConfirm !== undefined) && (
        <ConfirmEmail
          key={toConfirm?.email}
          as={textRole}
          email={toConfirm?.email}
          takesFocus={() => toConfirm !== undefined && textOf('password') === toConfirm.password}
        />
      )}
      <Form early={comun.formulario} noValidate onSubmit={submit} className="mt-8 grid gap-5">
        <EmailField field={register('email')} error={errors.email} autoComplete="username" />
        <PasswordField
          label={acceso.contrasena}
          field={register('password')}
          error={errors.password}
          autoComplete="current-password"
        />
        <p className="-mt-2 text-right text-sm">
          <EmailLink
            to={entradas[textRole].olvido.ruta}
            email={email}
            className={`${linkClass} inline-block py-2`}
          >
            {entradas[textRole].olvido.enlace}
          </EmailLink>
        </p>
        <Button type="submit" variant="next" size="large" disabled={isSubmitting}>
          {isSubmitting ? acceso.entrando : acceso.entrar}
        </Button>
      </Form>
      {below?.(email)}
    </>
  )
}
