import type { ReactNode } from 'react'

/** A notice above the sign-in form: why the person is here. */
export function AccessNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className="mt-6 rounded-card border border-border bg-muted p-4">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-pretty">{children}</p>
    </div>
  )
}
