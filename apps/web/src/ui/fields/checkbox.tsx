import { type ComponentProps, useId } from 'react'
import { cn } from '../class-names.ts'
import { FieldError } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: string; error?: string | undefined }

/** The whole line is the touch target. */
export function Checkbox({ label, error, className, ...props }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          id={id}
          type="checkbox"
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          className={cn('size-6 shrink-0 cursor-pointer rounded accent-primary', className)}
          {...props}
        />
        {label}
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
