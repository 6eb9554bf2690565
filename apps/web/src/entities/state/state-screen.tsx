import type { ReactNode } from 'react'
import { cn } from '#ui/class-names.ts'

type Props = { drawing: ReactNode; title: string; text: string; action: ReactNode; className?: string }

/** Replaces a whole screen whose subject was not found or could not be loaded. Its title is the screen's h1. */
export function StateScreen({ drawing, title, text, action, className }: Props) {
  return (
    <div
      className={cn(
        'mx-auto grid max-w-sm grid-cols-1 justify-items-center gap-3 py-12 text-center [overflow-wrap:anywhere]',
        className,
      )}
    >
      {drawing}
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="text-pretty text-muted-foreground">{text}</p>
      <div className="mt-3">{action}</div>
    </div>
  )
}
