import type { ReactNode } from 'react'

export function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

type Props = {
  type: 'checkbox' | 'radio'
  name?: string
  label: string
  hint?: string
  checked: boolean
  onChange: () => void
}

/** A native control whose whole line is the touch target. */
export function FilterOption({ label, hint, ...input }: Props) {
  return (
    <label className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-muted">
      <input {...input} className="size-5 shrink-0 accent-primary" />
      <span className="grid">
        {label}
        {hint && <span className="text-sm text-muted-foreground">{hint}</span>}
      </span>
    </label>
  )
}
