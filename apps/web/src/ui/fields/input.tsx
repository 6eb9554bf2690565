import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      className={cn(
        'block min-h-12 w-full rounded-control border border-control bg-card px-3.5 text-foreground',
        'placeholder:text-muted-foreground aria-invalid:border-destructive disabled:opacity-60',
        className,
      )}
      {...props}
    />
  )
}
