import { resenas } from '@maestros/dominio/resenas/textos'
import { type Ref, useId } from 'react'
import { FieldError } from '#ui/fields/field.tsx'

const { dialogo: textos } = resenas
const OPTIONS = [
  { value: true, label: textos.si },
  { value: false, label: textos.no },
]

type Props = {
  value: boolean | null
  onChange: (done: boolean) => void
  /** While the review is being saved, nothing is changed. */
  busy: boolean
  error: string | undefined
  firstRef: Ref<HTMLInputElement>
}

export function WorkDoneInput({ value, onChange, busy, error, firstRef }: Props) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">{textos.trabajo}</legend>
      <div className="grid gap-2 min-[22.5rem]:grid-cols-2">
        {OPTIONS.map((option) => (
          <label
            key={option.label}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-control px-3.5 py-2 has-checked:border-primary has-checked:bg-primary-tint"
          >
            <input
              ref={option.value ? firstRef : undefined}
              type="radio"
              name={id}
              checked={value === option.value}
              // A disabled control would lose the focus.
              aria-disabled={busy}
              onChange={() => !busy && onChange(option.value)}
              className="size-5 shrink-0 accent-(--primary)"
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
