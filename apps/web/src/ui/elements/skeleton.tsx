import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

/** A placeholder in the shape of the content. Hidden from screen readers: the screen must announce the loading once. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div aria-hidden className={cn('animate-pulse rounded-control bg-skeleton', className)} {...props} />
}
