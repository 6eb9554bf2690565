import { Confirmacion, CorreoPorConfirmar } from '@maestros/dominio/acceso/formulario-de-confirmacion'
import { acceso } from '@maestros/dominio/acceso/textos'
import { confirmacion } from '@maestros/dominio/acceso/textos-de-confirmacion'
import { comun } from '@maestros/dominio/textos'
import { type ReactNode, useEffect } from 'react'
import { type CodeKind, enterWithCode } from '#lib/session/email-code.ts'
import { Button } from '#ui/elements/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { Form } from '#ui/fields/form.tsx'
import { Input } from '#ui/fields/input.tsx'
import { dismissRefusalToast, failureText, showRefusalToast } from '../notices/refusal-toast.tsx'
import { checkWith } from './check-with.ts'
import { EmailField } from './email-field.tsx'
import { useForm } from './use-form.ts'

type Props = {
  kind: CodeKind
  /** The address that got the e-mail; undefined when the form must ask for it. */
  email: string | undefined
  submit: string
  submitting: string
  /** Moves the focus to the code, when the form appears as the answer to a submit. */
  focused?: boolean
  /** Called when the code was right, before the session store (lib/session/session-state.ts) and the screens change. */
  leave?: () => void | Promise<void>
  /** Shown below the button. `readEmail` returns the address, or null after it has said what is wrong with it. */
  below?: (readEmail: () => string | null) => ReactNode
}

const { errores } = confirmacion

/** Opens a session with the code of an e-mail, for people who cannot open its link in this browser. */
export function CodeForm({ kind, email, submit, submitting, focused = false, leave, below }: Props) {
  const { register, onSubmit, focus, refuse, textOf, errors, isSubmitting } = useForm({
    rules: async (values) => checkWith(Confirmacion, { email, ...values }),
  })

  useEffect(() => {
    if (focused) focus('codigo')
  }, [focused, focus])

  const enter = onSubmit(async ({ email, codigo: code }) => {
    dismissRefusalToast()
    const result = await enterWithCode({ kind, email, code }, leave)
    if (result.ok) return
    if (result.reason === 'wrong') refuse('codigo', errores.equivocado)
    else showRefusalToast(acceso.errores.otro, failureText(result, acceso.errores.sinMensaje))
  })

  const readEmail = () => {
    const checked = checkWith(CorreoPorConfirmar, { email: email ?? textOf('email') })
    if (checked.ok) return checked.output.email
    refuse('email', checked.errors.email ?? '')
    return null
  }

  return (
    <Form early={comun.formulario} noValidate onSubmit={enter} className="grid gap-4">
      {email === undefined && (
        <EmailField
          label={confirmacion.correo}
          field={register('email')}
          error={errors.email}
          autoComplete="email"
        />
      )}
      <Field label={confirmacion.codigo} error={errors.codigo}>
        {(control) => (
          <Input
            {...control}
            {...register('codigo')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
        )}
      </Field>
      <Button type="submit" variant="outline" disabled={isSubmitting}>
        {isSubmitting ? submitting : submit}
      </Button>
      {below?.(readEmail)}
    </Form>
  )
}
