import { acceso } from '@maestros/dominio/acceso/textos'
import { PasswordField } from './password-field.tsx'
import type { Registered } from './use-form.ts'

type Name = 'password' | 'confirmacion'
type Props = {
  labels: Record<Name, string>
  register: (name: Name) => Registered
  errors: Partial<Record<Name, string>>
}

/** A new password and its confirmation. */
export function NewPasswordFields({ labels, register, errors }: Props) {
  return (
    <>
      <PasswordField
        label={labels.password}
        field={register('password')}
        error={errors.password}
        hint={errors.password ? undefined : acceso.pistaContrasena}
        autoComplete="new-password"
      />
      <PasswordField
        label={labels.confirmacion}
        field={register('confirmacion')}
        error={errors.confirmacion}
        autoComplete="new-password"
      />
    </>
  )
}
