import type { Role } from '@maestros/dominio/acceso'
import type { Entrada } from '@maestros/dominio/formularios/acceso'
import { acceso, entradas } from '@maestros/dominio/textos/acceso'
import { comun } from '@maestros/dominio/textos/comun'
import { type ReactNode, useEffect } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form.tsx'
import { toast } from '#ui/toast.ts'
import { linkClass } from './access-links.tsx'
import { EmailField } from './email-field.tsx'
import { EmailLink, type TypedEmail } from './email-link.tsx'
import { lazyResolver, loadOnSubmit, rulesAreMissing, useRulesWhenLive } from './lazy-rules.ts'
import { PasswordField } from './password-field.tsx'
import { showRefusal } from './refusal.tsx'
import { dismissRefusalToast } from './refusal-toast.tsx'

type Props = {
  /** The role that may sign in here; null for any role. */
  as: Role | null
  known?: Partial<Entrada>
  /** Shown below the form: links to other screens, which take along what is typed. */
  below?: (email: TypedEmail) => ReactNode
}

const resolver = lazyResolver(({ signIn }) => signIn)

export function SignInForm({ as: role, known = {}, below }: Props) {
  const textRole = role ?? 'buscador'
  const { register, handleSubmit, setFocus, getValues, formState } = useForm<Entrada>({
    resolver,
    // No empty defaults: they would clear what the browser filled in before hydration.
    defaultValues: known,
  })
  useRulesWhenLive()
  const { errors, isSubmitting } = formState
  const email = () => getValues('email')
  const onlyPasswordMissing = known.email !== undefined && known.password === undefined

  useEffect(() => {
    if (onlyPasswordMissing) setFocus('password')
  }, [onlyPasswordMissing, setFocus])

  const onInvalid = (found: FieldErrors) => {
    if (rulesAreMissing(found)) showRefusal({ ok: false, reason: 'offline' }, textRole, email())
  }
  const submit = handleSubmit(async (input) => {
    dismissRefusalToast()
    const { signIn, kept } = await loadOnSubmit()
    const result = await signIn(input, role)
    if (result.ok) {
      if (result.kept) toast.success(kept.titulo, { description: kept.texto })
      return
    }
    showRefusal(result, textRole, input.email)
    if (result.reason === 'credentials') setFocus('password', { shouldSelect: true })
  }, onInvalid)

  return (
    <>
      <Form early={comun.formulario} noValidate onSubmit={submit} className="mt-8 grid gap-5">
        <EmailField field={register('email')} error={errors.email?.message} autoComplete="username" />
        <PasswordField
          label={acceso.contrasena}
          field={register('password')}
          error={errors.password?.message}
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
