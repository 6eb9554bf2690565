import { type ReactNode, useEffect, useRef } from 'react'
import { AccessSteps } from '#features/operacion/access/steps.tsx'
import { ConsoleHeader } from '#features/operacion/console-header.tsx'
import { startOperatorSession, useOperatorSession } from '#lib/session/operator/operator-session.ts'
import { focusOnce, screenHeading } from '#ui/dialogs/focus-once.ts'
import { Brand } from '../../frame/drawings.tsx'
import { ConsoleAccessPage } from './console-access.tsx'

/** The operators' console, or the steps of their sign-in at the same address. It has no part in the session of other people. */
export function ConsoleLayout({ children }: { children: ReactNode }) {
  const session = useOperatorSession()
  useEffect(() => void startOperatorSession(), [])
  useFocusOnOpening(session.status)
  if (session.status !== 'signed-in') {
    return (
      <ConsoleAccessPage>
        <AccessSteps session={session} />
      </ConsoleAccessPage>
    )
  }
  return (
    <>
      <ConsoleHeader nivel={session.operador.nivel} brand={<Brand on="card" />} />
      {children}
    </>
  )
}

/** The form of the sign-in is gone when the console opens, and the console when the session ends: the focus moves to the heading. */
function useFocusOnOpening(status: string) {
  const previous = useRef(status)
  useEffect(() => {
    const before = previous.current
    previous.current = status
    const opened = status === 'signed-in' && before !== 'loading'
    const ended = status === 'signed-out' && before !== 'loading'
    const heading = opened || ended ? screenHeading() : null
    if (heading) focusOnce(heading)
  }, [status])
}
