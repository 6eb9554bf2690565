import type { ReactNode } from 'react'

type Props = {
  title: string
  children: ReactNode
  /** What the person can do, below the text. */
  below?: ReactNode
}

/** A notice above the sign-in form. */
export function AccessNotice({ title, children, below }: Props) {
  return (
    <div className="mt-6 rounded-card border border-border bg-muted p-4">
      <div role="alert">
        <p className="font-semibold">{title}</p>
        <p className="mt-1 text-pretty">{children}</p>
      </div>
      {below && <div className="mt-4">{below}</div>}
    </div>
  )
}
