import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

const EVERY =
  'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-left text-sm font-medium [&_svg]:size-4 [&_svg]:shrink-0'

const VARIANTS = {
  secondary: 'bg-muted text-foreground',
  default: 'bg-primary text-on-primary',
  destructive: 'bg-destructive text-on-destructive',
  verified: 'bg-verified-tint text-verified',
  outline: 'border border-control text-foreground',
}

export type BadgeVariant = keyof typeof VARIANTS

/** For an element that looks like a badge. */
export const badgeClass = (variant: BadgeVariant, className?: string) =>
  cn(EVERY, VARIANTS[variant], className)

type Props = ComponentProps<'span'> & { variant?: BadgeVariant }

export function Badge({ className, variant = 'default', ...props }: Props) {
  return <span data-variant={variant} className={badgeClass(variant, className)} {...props} />
}
