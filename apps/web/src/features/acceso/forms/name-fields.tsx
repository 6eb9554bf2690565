import { registro } from '@maestros/dominio/acceso/textos-de-registro'
import { Field } from '#ui/fields/field.tsx'
import { Input } from '#ui/fields/input.tsx'
import type { Registered } from './use-form.ts'

const NAMES = [
  { name: 'nombre', label: registro.nombre, autoComplete: 'given-name' },
  { name: 'apellido', label: registro.apellido, autoComplete: 'family-name' },
] as const

type Name = (typeof NAMES)[number]['name']
type Props = { register: (name: Name) => Registered; errors: Partial<Record<Name, string>> }

/** First name and surname of a person. */
export function NameFields({ register, errors }: Props) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {NAMES.map(({ name, label, autoComplete }) => (
        <Field key={name} label={label} error={errors[name]}>
          {(control) => (
            <Input
              {...control}
              {...register(name)}
              autoComplete={autoComplete}
              autoCapitalize="words"
              required
            />
          )}
        </Field>
      ))}
    </div>
  )
}
