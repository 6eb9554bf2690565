import type { ReactNode } from 'react'

/** Replaces the content of a screen or of a part of it: a drawing, a sentence and the next step. */
export function Notice({ drawing, title, children, action }: NoticeProps) {
  return (
    <div className="mx-auto grid max-w-sm grid-cols-1 justify-items-center gap-3 px-4 py-10 text-center [overflow-wrap:anywhere]">
      {drawing}
      <p className="text-lg font-semibold text-balance">{title}</p>
      {children && <div className="text-muted-foreground text-pretty">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

type NoticeProps = { drawing?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }
