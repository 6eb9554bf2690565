import { useSession } from '#lib/session/session-state.ts'
import { lazyComponent } from '#ui/timing/lazy-component.tsx'

const ClosedText = lazyComponent(() => import('./closed-text.tsx'))

/** Shown to a person who has just closed the account. */
export function ClosedNotice() {
  const session = useSession()
  if (session.status !== 'anonymous' || !session.closed) return null
  return (
    <div role="status" className="mt-6 rounded-card border border-border bg-muted p-4">
      <ClosedText until={session.closed.until} />
    </div>
  )
}
