import { useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { SetPassword } from '#features/operacion/access/set-password.tsx'
import { ConsoleAccessPage } from './console-access-page.tsx'

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
