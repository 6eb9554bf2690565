import { legal } from '@maestros/dominio/paginas/textos-de-paginas-legales'
import { avisoDePrivacidad } from '@maestros/dominio/paginas/textos-de-privacidad'
import { comun } from '@maestros/dominio/textos'
import type { MetaFunction } from 'react-router'
import { DocumentText } from '#features/paginas/legal/document-text.tsx'
import { LegalPage } from '../frame/legal-page.tsx'
import { privacyMailMeta, publicMeta, usePrivacyMail } from '../frame/public-page.ts'

const { privacidad } = legal

export const meta: MetaFunction = () => [
  ...publicMeta({
    path: '/acuerdo-de-privacidad',
    title: `${privacidad.titulo} · ${comun.producto}`,
    description: privacidad.descripcion,
  }),
  ...privacyMailMeta(),
]

export default function Privacidad() {
  const mail = usePrivacyMail()
  return (
    <LegalPage title={privacidad.titulo}>
      <div className="mt-3">
        <DocumentText documento={avisoDePrivacidad(mail)} heading="h2" />
      </div>
    </LegalPage>
  )
}
