import type { ReactNode } from 'react'

/** The fixed action of a screen. It reserves its space at the end of the page, so that it never covers content. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <>
      <div aria-hidden className="h-[calc(var(--bottom-bar)+env(safe-area-inset-bottom))]" />
      <div
        data-bottom-bar
        className="fixed inset-x-0 bottom-0 z-20 border-t border-border bg-background/95 backdrop-blur-sm"
      >
        <div className="mx-auto max-w-reading px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:w-full">
          {children}
        </div>
      </div>
    </>
  )
}
