import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('rounded-card border border-border bg-card p-5 max-[13.75rem]:p-3', className)}
      {...props}
    />
  )
}
