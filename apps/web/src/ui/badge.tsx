import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

export const badge = cva(
  'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        secondary: 'bg-muted text-foreground',
        default: 'bg-primary text-on-primary',
        destructive: 'bg-destructive text-on-destructive',
        verified: 'bg-verified-tint text-verified',
        outline: 'border border-control text-foreground',
      },
    },
    defaultVariants: { variant: 'default' },
  },
)

export type BadgeVariant = NonNullable<VariantProps<typeof badge>['variant']>

type Props = ComponentProps<'span'> & VariantProps<typeof badge>

export function Badge({ className, variant, ...props }: Props) {
  return <span data-variant={variant} className={cn(badge({ variant }), className)} {...props} />
}
