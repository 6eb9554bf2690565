import { useSession } from '#lib/session/session-state.ts'
import { Brand } from './drawings.tsx'

/** At the top of a page without a navigation bar. A plain link: it works without a script. */
export function BrandHeader() {
  return (
    <header className="border-b border-border bg-card">
      <div className="mx-auto max-w-grid px-4 py-3">
        <a href="/login" className="inline-flex min-h-11 items-center rounded-control">
          <Brand on="card" />
        </a>
      </div>
    </header>
  )
}

/** For pages that people open with or without an account: only visitors have no navigation bar. */
export const VisitorHeader = () => useSession().status === 'anonymous' && <BrandHeader />
