import { terminosBuscador } from '@maestros/dominio/paginas/textos-de-terminos'
import { DocumentText } from './document-text.tsx'

export default function TermsText() {
  return (
    <>
      <h2 className="text-base font-semibold text-balance">{terminosBuscador.titulo}</h2>
      <DocumentText documento={terminosBuscador} />
    </>
  )
}
