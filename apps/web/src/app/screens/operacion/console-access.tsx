import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { SetPassword } from '#features/operacion/access/set-password.tsx'
import { Card } from '#ui/elements/card.tsx'
import { Brand } from '../../frame/drawings.tsx'

/** Opened by the access link of an operator, whose token is in the fragment of the address. */
export function ConsoleAccess() {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>()
  // Removed from the address at once, so that it is not in the history.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link that is opened in the same tab changes the hash
  useLayoutEffect(() => {
    const found = location.hash.slice(1)
    if (found !== '') history.replaceState(history.state, '', location.pathname)
    setToken((known) => (found === '' ? (known ?? null) : found))
  }, [hash])
  return (
    <ConsoleAccessPage>{token !== undefined && <SetPassword key={token} token={token} />}</ConsoleAccessPage>
  )
}

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
