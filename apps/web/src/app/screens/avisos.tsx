import { avisos } from '@maestros/dominio/avisos/textos'
import { comun } from '@maestros/dominio/textos'
import type { MetaFunction } from 'react-router'
import { Preferences } from '#features/avisos/preferences.tsx'
import { PushCard } from '#features/avisos/push/push-card.tsx'
import { useSession } from '#lib/session/session-state.ts'

export const meta: MetaFunction = () => [{ title: `${avisos.titulo} · ${comun.producto}` }]

/** Which e-mails and push notifications a person of either role gets, and whether this browser shows them. */
export default function Avisos() {
  const session = useSession()
  return (
    <main className="mx-auto grid max-w-reading gap-4 px-4 pt-6 pb-10">
      <header>
        <h1 className="text-2xl font-semibold">{avisos.titulo}</h1>
        <p className="mt-1 text-pretty text-muted-foreground">{avisos.entrada}</p>
      </header>
      {session.status === 'signed-in' && session.role && (
        <>
          <PushCard userId={session.userId} />
          <Preferences userId={session.userId} role={session.role} />
        </>
      )}
    </main>
  )
}
