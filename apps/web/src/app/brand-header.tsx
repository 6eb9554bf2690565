import { Brand } from './drawings.tsx'

/** At the top of a page for visitors, who have no navigation bar. A plain link: it works without a script. */
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
