import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/** The shape of what comes. Whoever uses it says once, for all of them, that something is loading. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div aria-hidden className={cn('animate-pulse rounded-control bg-skeleton', className)} {...props} />
}
