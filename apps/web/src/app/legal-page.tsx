import type { ReactNode } from 'react'
import { Brand } from './drawings.tsx'
import { PublicFooter } from './public-footer.tsx'

/** The frame of a legal text. All of it is in the prerendered page and works without a script. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <header className="border-b border-border bg-card">
        <div className="mx-auto max-w-grid px-4 py-3">
          <a href="/login" className="inline-flex min-h-11 items-center rounded-control">
            <Brand on="card" />
          </a>
        </div>
      </header>
      <main className="mx-auto max-w-reading px-4 py-10">
        <h1 className="text-2xl font-bold text-balance">{title}</h1>
        {children}
      </main>
      <PublicFooter />
    </>
  )
}
