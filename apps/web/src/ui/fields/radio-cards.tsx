import { type Ref, useId } from 'react'
import { FieldError } from './field.tsx'

type Props<Value extends string> = {
  /** The name of the group for screen readers. */
  legend: string
  options: readonly Value[]
  labels: Readonly<Record<Value, string>>
  value: Value | null
  onChange: (value: Value) => void
  error?: string | undefined
  /** The first control, for the focus when no choice was made. */
  firstRef?: Ref<HTMLInputElement>
}

/** One choice among several, each on a card of its own. */
export function RadioCards<Value extends string>(props: Props<Value>) {
  const { legend, options, labels, value, onChange, error, firstRef } = props
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid gap-2">
      <legend className="sr-only">{legend}</legend>
      {options.map((option, index) => (
        <label
          key={option}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-control px-3.5 py-2 has-checked:border-primary has-checked:bg-primary-tint"
        >
          <input
            ref={index === 0 ? firstRef : undefined}
            type="radio"
            name={id}
            value={option}
            checked={value === option}
            onChange={() => onChange(option)}
            className="size-5 shrink-0 accent-(--primary)"
          />
          {labels[option]}
        </label>
      ))}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
