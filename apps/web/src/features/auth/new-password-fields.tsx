import { acceso } from '@maestros/dominio/textos/acceso'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from './password-field.tsx'

type Control = { label: string; field: UseFormRegisterReturn; error: string | undefined }

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
