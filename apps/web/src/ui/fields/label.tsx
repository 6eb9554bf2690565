import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

export function Label({
  className,
  htmlFor,
  children,
  ...props
}: ComponentProps<'label'> & { htmlFor: string }) {
  return (
    <label htmlFor={htmlFor} className={cn('block font-medium text-foreground', className)} {...props}>
      {children}
    </label>
  )
}
