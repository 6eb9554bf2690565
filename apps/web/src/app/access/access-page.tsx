import { acceso } from '@maestros/dominio/acceso/textos'
import { comun } from '@maestros/dominio/textos'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Brand } from '../frame/drawings.tsx'
import { AccessFooter } from './access-footer.tsx'

/** The frame of every sign-in, sign-up and recovery screen. The tiled panel is above the form on a phone and beside it on wider windows. */
export function AccessPage({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(24rem,5fr)_7fr] lg:grid-rows-1">
      <header className="azulejo relative bg-brand-panel px-4 py-7 text-on-brand-panel sm:px-8 lg:p-12">
        <div className="mx-auto flex max-w-md flex-col justify-between gap-10 lg:sticky lg:top-12 lg:h-[calc(100dvh-6rem)]">
          <Brand on="panel" />
          <div className="hidden gap-6 lg:grid">
            <p className="text-2xl font-semibold text-balance">{comun.lema}</p>
            <ul className="grid gap-3">
              {acceso.promesas.map((promesa) => (
                <li key={promesa} className="flex gap-3">
                  <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
                  {promesa}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </header>
      <div className="grid grid-rows-[1fr_auto]">
        <main className="grid content-start px-4 py-8 sm:px-8 sm:py-14 lg:content-center">
          <div className="mx-auto w-full max-w-md">{children}</div>
        </main>
        <AccessFooter />
      </div>
    </div>
  )
}
