import type { ReactNode } from 'react'
import { useSession } from '#lib/session/session-state.ts'
import { BrandHeader } from './brand-header.tsx'
import { PublicFooter } from './public-footer.tsx'

/**
 * The frame of a legal text. All of it is in the prerendered page and works without a script. The navigation bar of a signed-in
 * person has the brand already.
 */
export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession()
  return (
    <>
      {session.status !== 'signed-in' && <BrandHeader />}
      <main className="mx-auto max-w-reading px-4 py-10">
        <h1 className="text-2xl font-bold text-balance">{title}</h1>
        {children}
      </main>
      <PublicFooter />
    </>
  )
}
