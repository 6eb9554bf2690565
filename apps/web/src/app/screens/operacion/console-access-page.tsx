import type { ReactNode } from 'react'
import { Card } from '#ui/elements/card.tsx'
import { Brand } from '../../frame/drawings.tsx'

/** The frame of the operators' screens before the console opens. */
export function ConsoleAccessPage({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="azulejo bg-brand-panel px-4 py-7 text-on-brand-panel sm:px-8">
        <div className="mx-auto max-w-md">
          <Brand on="panel" />
        </div>
      </header>
      <main className="px-4 py-8 sm:px-8">
        <Card className="mx-auto max-w-md">{children}</Card>
      </main>
    </div>
  )
}
