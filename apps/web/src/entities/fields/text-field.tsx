import type { CampoDeOnboarding } from '@maestros/dominio/onboarding/formulario'
import type { ComponentProps } from 'react'
import { Field } from '#ui/fields/field.tsx'
import { Input } from '#ui/fields/input.tsx'

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  campo: CampoDeOnboarding
  label: string
  value: string
  onText: (text: string) => void
  error: string | undefined
  hint?: string
}

/** A short text of a maestro's profile. A form finds it by `data-campo`, to move the focus to an error. */
export function TextField({ campo, label, value, onText, error, hint, ...props }: Props) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <Input
          {...control}
          {...props}
          name={campo}
          data-campo={campo}
          value={value}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  )
}
