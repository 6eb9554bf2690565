import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

const EVERY = [
  'inline-flex items-center justify-center gap-2 rounded-control text-center font-semibold select-none',
  'transition-[background-color,box-shadow,transform] duration-150 ease-out active:translate-y-px',
  'disabled:pointer-events-none disabled:bg-disabled disabled:text-on-disabled disabled:shadow-none',
  // A button that waits stays enabled, because a disabled one would lose the focus.
  'aria-busy:cursor-progress aria-busy:bg-disabled aria-busy:text-on-disabled aria-busy:shadow-none',
  'aria-disabled:cursor-progress aria-disabled:bg-disabled aria-disabled:text-on-disabled aria-disabled:shadow-none',
  '[&_svg]:size-5 [&_svg]:shrink-0',
]

/** `next` is for the main action of a screen: at most one is visible at a time. */
const VARIANTS = {
  next: 'bg-accent text-on-accent hover:bg-accent-strong',
  primary: 'bg-primary text-on-primary hover:bg-primary-strong',
  outline: 'border border-control bg-card text-foreground hover:bg-muted',
  ghost: 'text-foreground hover:bg-muted',
  'destructive-outline': 'border border-control bg-card text-destructive hover:bg-muted',
  destructive: 'bg-destructive text-on-destructive hover:opacity-90',
}

const SIZES = {
  default: 'min-h-11 px-4 py-1.5 max-[13.75rem]:px-2',
  large: 'min-h-13 px-6 py-1.5 text-lg max-[13.75rem]:px-2 max-[13.75rem]:text-base',
  icon: 'size-11',
}

type Look = {
  variant?: keyof typeof VARIANTS | undefined
  size?: keyof typeof SIZES | undefined
  className?: string | undefined
}

/** For a link that looks like a button. */
export const buttonClass = ({ variant = 'primary', size = 'default', className }: Look = {}) =>
  cn(EVERY, VARIANTS[variant], SIZES[size], className)

export function Button({
  className,
  variant,
  size,
  type = 'button',
  ...props
}: ComponentProps<'button'> & Look) {
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, className })}
      // Before hydration the inline script of early-submit.ts sets attributes on submit buttons.
      suppressHydrationWarning={type === 'submit'}
      {...props}
    />
  )
}
