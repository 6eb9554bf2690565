import { acceso } from '@maestros/dominio/textos/acceso'
import { PasswordField } from './password-field.tsx'
import type { Registered } from './use-form.ts'

type Control = { label: string; field: Registered; error: string | undefined }

/** A new password and its confirmation. */
export function NewPasswordFields({ password, confirmacion }: Record<'password' | 'confirmacion', Control>) {
  return (
    <>
      <PasswordField
        {...password}
        hint={password.error ? undefined : acceso.pistaContrasena}
        autoComplete="new-password"
      />
      <PasswordField {...confirmacion} autoComplete="new-password" />
    </>
  )
}
