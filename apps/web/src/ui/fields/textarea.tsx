import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={cn(
        'block w-full rounded-control border border-control bg-card px-3.5 py-2.5 text-foreground',
        'placeholder:text-muted-foreground aria-invalid:border-destructive disabled:opacity-60',
        className,
      )}
      {...props}
    />
  )
}
