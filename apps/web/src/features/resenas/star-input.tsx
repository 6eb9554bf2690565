import { ESTRELLAS } from '@maestros/dominio/resenas/reputacion'
import { resenas } from '@maestros/dominio/resenas/textos'
import { Star } from 'lucide-react'
import { type Ref, useId } from 'react'
import { cn } from '#ui/class-names.ts'
import { FieldError } from '#ui/fields/field.tsx'

const { dialogo: textos } = resenas

type Props = {
  value: number | null
  onChange: (stars: number) => void
  /** While the review is being saved, nothing is changed. */
  busy: boolean
  error: string | undefined
  /** The control that gets the focus when no star was chosen. */
  firstRef: Ref<HTMLInputElement>
}

/** Five stars as a group of radio buttons: the arrow keys choose, and a screen reader says how many. */
export function StarInput({ value, onChange, busy, error, firstRef }: Props) {
  const id = useId()
  const numbers = Array.from({ length: ESTRELLAS }, (_, index) => index + 1)
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid min-w-0 grid-cols-1 gap-1">
      <legend className="font-medium">{textos.estrellas}</legend>
      <div className="flex flex-wrap items-center gap-x-2">
        <div className="flex min-w-0">
          {numbers.map((n) => (
            <label
              key={n}
              className="relative grid size-11 cursor-pointer place-items-center rounded-control has-focus-visible:outline-3 has-focus-visible:outline-(--ring)"
            >
              <input
                ref={n === 1 ? firstRef : undefined}
                type="radio"
                name={id}
                value={n}
                checked={value === n}
                // A disabled control would lose the focus.
                aria-disabled={busy}
                onChange={() => !busy && onChange(n)}
                aria-label={`${textos.estrella(n)}: ${textos.nombres[n - 1]}`}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Star
                aria-hidden
                className={cn(
                  'size-8',
                  value !== null && n <= value ? 'fill-accent text-star' : 'fill-muted text-control',
                )}
              />
            </label>
          ))}
        </div>
        <span aria-hidden className="text-muted-foreground">
          {value !== null && textos.nombres[value - 1]}
        </span>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
