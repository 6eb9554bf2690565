import { TELEFONO_ESCRITO_MAX } from '@maestros/dominio/limites'
import type { Datos } from '@maestros/dominio/onboarding/formulario'
import { onboarding } from '@maestros/dominio/onboarding/textos'
import { TextField } from './text-field.tsx'

type Props = {
  datos: Datos
  onChange: (datos: Datos) => void
  errorOf: (campo: keyof Datos) => string | undefined
}

/** Name and phone of a maestro. */
export function DatosFields({ datos, onChange, errorOf }: Props) {
  const field = (campo: keyof Datos) => ({
    campo,
    label: onboarding.campos[campo],
    value: datos[campo],
    error: errorOf(campo),
    onText: (text: string) => onChange({ ...datos, [campo]: text }),
  })
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...field('nombre')} autoComplete="given-name" />
        <TextField {...field('apellido')} autoComplete="family-name" />
      </div>
      <TextField
        {...field('telefono')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={TELEFONO_ESCRITO_MAX}
      />
    </div>
  )
}
