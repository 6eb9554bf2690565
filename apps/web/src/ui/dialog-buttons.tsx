import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

type Props = { className: string; children: ReactNode }

/** The buttons at the end of a form in a dialog. They stay visible below a long form, except in low windows. */
export function DialogButtons({ className, children }: Props) {
  return (
    <div
      className={cn(
        'sticky -bottom-5 z-10 -mx-5 mt-5 -mb-5 grid gap-3 border-t border-border bg-card p-5 pt-3',
        '[@media(max-height:480px)]:static',
        className,
      )}
    >
      {children}
    </div>
  )
}
