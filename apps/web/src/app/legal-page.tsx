import type { ReactNode } from 'react'
import { BrandHeader } from './brand-header.tsx'
import { PublicFooter } from './public-footer.tsx'

/** The frame of a legal text. All of it is in the prerendered page and works without a script. */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <BrandHeader />
      <main className="mx-auto max-w-reading px-4 py-10">
        <h1 className="text-2xl font-bold text-balance">{title}</h1>
        {children}
      </main>
      <PublicFooter />
    </>
  )
}
