import { registro } from '@maestros/dominio/textos/registro'
import { terminosBuscador } from '@maestros/dominio/textos/terminos'
import { ChevronDown } from 'lucide-react'
import { DocumentText } from './document-text.tsx'

/** A native <details> element, which opens before any script has run. */
export function TermsCollapsible() {
  return (
    <details className="group rounded-control border border-border bg-card">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 rounded-control px-3.5 font-medium hover:bg-muted [&::-webkit-details-marker]:hidden">
        {registro.leerTerminos}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="border-t border-border px-3.5 py-4 text-sm">
        <h2 className="text-base font-semibold text-balance">{terminosBuscador.titulo}</h2>
        <DocumentText documento={terminosBuscador} />
      </div>
    </details>
  )
}
