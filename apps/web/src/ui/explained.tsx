import { type ReactNode, useId } from 'react'
import { cn } from './class-names.ts'

type Props = { children: ReactNode; explanation: string; className?: string }

/**
 * Something short that explains itself when touched. The browser's own popover: it closes on Escape and on a touch
 * elsewhere, and lies above everything without a script.
 */
export function Explained({ children, explanation, className }: Props) {
  const id = useId()
  return (
    <span className="inline-flex">
      {/* The touch target is larger than the badge that it holds. */}
      <button
        type="button"
        popoverTarget={id}
        className={cn('inline-flex min-h-11 items-center rounded-full', className)}
      >
        {children}
      </button>
      <span
        id={id}
        popover="auto"
        className={cn(
          'inset-0 m-auto h-fit w-fit max-w-[min(20rem,calc(100vw-2rem))] rounded-card border border-border',
          'bg-card p-4 text-left text-base font-normal text-foreground shadow-float',
          // Beside what it explains where the browser can, in the middle of the window elsewhere.
          'supports-[position-area:end]:inset-auto supports-[position-area:end]:m-1',
          'supports-[position-area:end]:[position-area:block-end_span-all]',
          'supports-[position-area:end]:[position-try-fallbacks:flip-block]',
        )}
      >
        {explanation}
      </span>
    </span>
  )
}
