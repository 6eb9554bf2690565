import { enlaceDeCuenta } from '@maestros/dominio/acceso/textos-de-enlace'
import { onboarding } from '@maestros/dominio/onboarding/textos'
import { comun } from '@maestros/dominio/textos'
import { useState } from 'react'
import type { MetaFunction } from 'react-router'
import { OnboardingForm } from '#features/onboarding/onboarding-form.tsx'
import { storedEmail } from '#lib/client/stored-session.ts'
import { useSession } from '#lib/session/session-state.ts'

export const meta: MetaFunction = () => [{ title: `${onboarding.titulo} · ${comun.producto}` }]

export default function OnboardingMaestro() {
  const session = useSession()
  const [email] = useState(storedEmail)
  if (session.status !== 'signed-in') return null
  return (
    <main className="mx-auto max-w-reading px-4 pt-6 sm:pt-10">
      {/* Whose account gets the documents: a phone may have opened somebody else's link (docs/decisions/acceso.md). */}
      {email && (
        <p className="mb-4 text-sm text-muted-foreground [overflow-wrap:anywhere]">
          {enlaceDeCuenta.cuenta(email)}
        </p>
      )}
      <OnboardingForm key={session.userId} userId={session.userId} />
    </main>
  )
}
