import { comun } from '@maestros/dominio/textos/comun'
import { onboarding } from '@maestros/dominio/textos/onboarding'
import type { MetaFunction } from 'react-router'
import { OnboardingForm } from '#features/onboarding/onboarding-form.tsx'
import { useSession } from '#lib/session.ts'

export const meta: MetaFunction = () => [{ title: `${onboarding.titulo} · ${comun.producto}` }]

export default function OnboardingMaestro() {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return (
    <main className="mx-auto max-w-reading px-4 pt-6 sm:pt-10">
      <OnboardingForm key={session.userId} userId={session.userId} />
    </main>
  )
}
