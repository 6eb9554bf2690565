import { acceso } from '@maestros/dominio/acceso/textos'
import { Field } from '#ui/fields/field.tsx'
import { PasswordInput } from '#ui/fields/password-input.tsx'
import type { Registered } from './use-form.ts'

type Props = {
  label: string
  field: Registered
  error: string | undefined
  hint?: string | undefined
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ label, field, error, hint, autoComplete }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <PasswordInput
          {...control}
          {...field}
          autoComplete={autoComplete}
          showLabel={acceso.mostrarContrasena}
          hideLabel={acceso.ocultarContrasena}
          required
        />
      )}
    </Field>
  )
}
