import { Restablecer } from '@maestros/dominio/acceso/formulario-de-recuperar'
import { restablecer } from '@maestros/dominio/acceso/textos-de-recuperar'
import { comun } from '@maestros/dominio/textos'
import { useState } from 'react'
import { storedEmail } from '#lib/client/stored-session.ts'
import { passwordChanges } from '#lib/session/password-change.ts'
import type { ResetAccount } from '#lib/session/recovery.ts'
import { Button } from '#ui/elements/button.tsx'
import { StepHeading } from '#ui/elements/step-heading.tsx'
import { Form } from '#ui/fields/form.tsx'
import { checkWith } from '../forms/check-with.ts'
import { NewPasswordFields } from '../forms/new-password-fields.tsx'
import { useForm } from '../forms/use-form.ts'
import { dismissRefusalToast, failureText, showRefusalToast } from '../notices/refusal-toast.tsx'

type Props = {
  account: ResetAccount
  onChanged: () => void
  /** The session no longer allows the change. */
  onRefused: () => void
  onSuspended: () => void
}

export function NewPasswordForm({ account, onChanged, onRefused, onSuspended }: Props) {
  const { errores } = restablecer
  const { register, onSubmit, refuse, errors, isSubmitting } = useForm({
    rules: async (values) => checkWith(Restablecer, values),
  })
  const [change] = useState(() => passwordChanges(account.link))
  const signedIn = storedEmail()

  const submit = onSubmit(async ({ password }) => {
    dismissRefusalToast()
    const result = await change({ password })
    if (result.ok) return onChanged()
    switch (result.reason) {
      case 'expired':
        return onRefused()
      case 'suspended':
        return onSuspended()
      case 'same':
        return refuse('password', errores.misma)
      case 'weak':
        return refuse('password', result.message)
      case 'offline':
      case 'other':
        return showRefusalToast(errores.titulo, failureText(result, errores.inesperado))
    }
  })

  return (
    <>
      <StepHeading title={restablecer.titulo}>{restablecer.entrada}</StepHeading>
      <div className="mt-5 grid gap-1 rounded-card border border-border bg-muted p-4 [overflow-wrap:anywhere]">
        <p>
          {restablecer.para} <strong className="font-semibold">{account.email}</strong>
        </p>
        {signedIn !== null && signedIn !== account.email && (
          <p className="text-pretty">{restablecer.otraCuenta(signedIn)}</p>
        )}
      </div>
      <Form early={comun.formulario} noValidate onSubmit={submit} className="mt-8 grid gap-5">
        <NewPasswordFields
          labels={{ password: restablecer.nueva, confirmacion: restablecer.confirmar }}
          register={register}
          errors={errors}
        />
        <Button type="submit" variant="next" size="large" disabled={isSubmitting}>
          {isSubmitting ? restablecer.enviando : restablecer.enviar}
        </Button>
      </Form>
    </>
  )
}
