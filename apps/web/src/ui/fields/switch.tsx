import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'
import { Skeleton } from '../elements/skeleton.tsx'

type Texts = { label: string; hint?: string | undefined }
type Props = Omit<ComponentProps<'input'>, 'type' | 'role'> & Texts

const line = 'flex min-h-11 items-center justify-between gap-3'

/** A native checkbox that looks like a switch and is announced as one. The whole line is the touch target. */
export function Switch({ label, hint, className, ...props }: Props) {
  return (
    <label className={cn(line, 'cursor-pointer')}>
      <Texts label={label} hint={hint} />
      <input
        type="checkbox"
        role="switch"
        aria-checked={props.checked}
        className={cn(
          'relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-muted',
          'transition-colors duration-150 checked:border-primary checked:bg-primary',
          'before:absolute before:top-0.5 before:left-0.5 before:size-5.5 before:rounded-full before:border before:border-control before:bg-card',
          'before:transition-transform before:duration-150 checked:before:translate-x-5',
          className,
        )}
        {...props}
      />
    </label>
  )
}

/** In the place of a switch whose state is not known yet, and of its size. */
export function SwitchSkeleton(texts: Texts) {
  return (
    <div className={line}>
      <Texts {...texts} />
      <Skeleton className="h-7 w-12 shrink-0 rounded-full" />
    </div>
  )
}

function Texts({ label, hint }: Texts) {
  return (
    <span className="grid min-w-0">
      <span className="font-medium">{label}</span>
      {hint && <span className="text-sm text-pretty text-muted-foreground">{hint}</span>}
    </span>
  )
}
