import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

type Props = { className: string; children: ReactNode }

/** The buttons at the end of a form in a dialog. They stay visible below a long form, except in low windows. */
export function DialogButtons({ className, children }: Props) {
  return (
    <div
      className={cn(
        // They end at the edge of the dialog, so that the form is not visible below them.
        'sticky -bottom-(--dialog-end) z-10 -mx-5 mt-5 -mb-(--dialog-end) grid gap-3 border-t border-border bg-card p-5 pt-3 pb-(--dialog-end)',
        '[@media(max-height:480px)]:static',
        className,
      )}
    >
      {children}
    </div>
  )
}
