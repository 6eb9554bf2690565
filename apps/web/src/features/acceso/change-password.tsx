import { CambioDeContrasena } from '@maestros/dominio/acceso/formulario-de-recuperar'
import { restablecer } from '@maestros/dominio/acceso/textos-de-recuperar'
import { misDatos } from '@maestros/dominio/cuenta/textos'
import { comun } from '@maestros/dominio/textos'
import { useState } from 'react'
import { passwordChanges } from '#lib/session/password-change.ts'
import { refreshSession } from '#lib/session/session.ts'
import { DialogDescription, DialogTitle } from '#ui/dialogs/dialog.tsx'
import { DialogCard } from '#ui/dialogs/dialog-card.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Form } from '#ui/fields/form.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { checkWith } from './forms/check-with.ts'
import { NewPasswordFields } from './forms/new-password-fields.tsx'
import { PasswordField } from './forms/password-field.tsx'
import { useForm } from './forms/use-form.ts'
import { dismissRefusalToast, failureText, showRefusalToast } from './notices/refusal-toast.tsx'

const { contrasena: textos } = misDatos
const { errores } = restablecer

/** Changes the password of the person who is signed in. */
export function ChangePasswordCard() {
  return (
    <DialogCard title={textos.titulo} text={textos.texto} button={textos.abrir} closeLabel={comun.cerrar}>
      {(close) => (
        <ChangePasswordForm
          onChanged={() => {
            close()
            toast.success(restablecer.actualizada, { description: textos.cambiada })
          }}
        />
      )}
    </DialogCard>
  )
}

function ChangePasswordForm({ onChanged }: { onChanged: () => void }) {
  const { register, onSubmit, refuse, errors, isSubmitting } = useForm({
    rules: async (values) => checkWith(CambioDeContrasena, values),
  })
  const [change] = useState(passwordChanges)

  const submit = onSubmit(async ({ actual, password }) => {
    dismissRefusalToast()
    const result = await change({ password, current_password: actual })
    if (result.ok) return onChanged()
    switch (result.reason) {
      case 'wrong-current':
        return refuse('actual', textos.incorrecta)
      case 'same':
        return refuse('password', errores.misma)
      case 'weak':
        return refuse('password', result.message)
      // The guard then redirects to the sign-in.
      case 'expired':
        return refreshSession()
      // The session has ended, and the guard redirects.
      case 'suspended':
        return
      case 'offline':
      case 'other':
        return showRefusalToast(errores.titulo, failureText(result, errores.inesperado))
    }
  })

  return (
    <Form early={comun.formulario} noValidate onSubmit={submit} className="grid gap-4">
      <div>
        <DialogTitle>{textos.titulo}</DialogTitle>
        <DialogDescription>{textos.olvidada}</DialogDescription>
      </div>
      <PasswordField
        label={textos.actual}
        field={register('actual')}
        error={errors.actual}
        autoComplete="current-password"
      />
      <NewPasswordFields
        labels={{ password: restablecer.nueva, confirmacion: restablecer.confirmar }}
        register={register}
        errors={errors}
      />
      <Button type="submit" variant="next" size="large" disabled={isSubmitting}>
        {isSubmitting ? restablecer.enviando : restablecer.enviar}
      </Button>
    </Form>
  )
}
