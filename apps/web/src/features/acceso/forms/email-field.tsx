import { acceso } from '@maestros/dominio/acceso/textos'
import { Field } from '#ui/fields/field.tsx'
import { Input } from '#ui/fields/input.tsx'
import type { Registered } from './use-form.ts'

type Props = {
  label?: string
  field: Registered
  error: string | undefined
  /** `username` to sign in, `email` to create an account. */
  autoComplete: 'username' | 'email'
}

export function EmailField({ label = acceso.correo, field, error, autoComplete }: Props) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          {...field}
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      )}
    </Field>
  )
}
