import { onboarding } from '@maestros/dominio/onboarding/textos'
import { comun } from '@maestros/dominio/textos'
import type { MetaFunction } from 'react-router'
import { ContinueOnPhone } from '#features/onboarding/phone/continue-on-phone.tsx'
import { VisitorHeader } from '../frame/brand-header.tsx'
import { BrokenTile } from '../frame/drawings.tsx'

export const meta: MetaFunction = () => [{ title: `${onboarding.telefono.titulo} · ${comun.producto}` }]

export default function Continuar() {
  return (
    <>
      <VisitorHeader />
      <main>
        <h1 className="sr-only">{onboarding.telefono.titulo}</h1>
        <ContinueOnPhone brokenLink={<BrokenTile />} />
      </main>
    </>
  )
}
