import { comun } from '@maestros/dominio/textos/comun'
import { onboarding } from '@maestros/dominio/textos/onboarding'
import type { MetaFunction } from 'react-router'
import { ContinueOnPhone } from '#features/onboarding/phone/continue-on-phone.tsx'
import { useSession } from '#lib/session.ts'
import { BrandHeader } from '../brand-header.tsx'

export const meta: MetaFunction = () => [{ title: `${onboarding.telefono.titulo} · ${comun.producto}` }]

export default function Continuar() {
  const isVisitor = useSession().status === 'anonymous'
  return (
    <>
      {isVisitor && <BrandHeader />}
      <main>
        <h1 className="sr-only">{onboarding.telefono.titulo}</h1>
        <ContinueOnPhone />
      </main>
    </>
  )
}
