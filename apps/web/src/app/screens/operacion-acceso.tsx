import { operacion } from '@maestros/dominio/textos/operacion'
import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { SetPassword } from '#features/operacion/access/set-password.tsx'
import { operatorQueries } from '#features/operacion/api/queries.ts'
import { ConsoleAccessPage } from '../console-access-page.tsx'
import { consoleMeta } from '../console-meta.ts'

export const meta = consoleMeta(operacion.acceso.titulo)

/** Opened by the access link of an operator, whose token is in the fragment of the address. */
export default function OperacionAcceso() {
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
    <QueryClientProvider client={operatorQueries}>
      <ConsoleAccessPage>
        {token !== undefined && <SetPassword key={token} token={token} />}
      </ConsoleAccessPage>
    </QueryClientProvider>
  )
}
