import { registro } from '@maestros/dominio/acceso/textos-de-registro'
import { comun } from '@maestros/dominio/textos'
import { ChevronDown } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Spinner } from '#ui/elements/spinner.tsx'
import { lazyComponent } from '#ui/timing/lazy-component.tsx'
import PrerenderedText from './terms-text.prerender.tsx'

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
      {import.meta.env.SSR ? (
        <div className={textClass}>
          <PrerenderedText />
        </div>
      ) : (
        <ClientTerms />
      )}
    </details>
  )
}

const textClass = 'border-t border-border px-3.5 py-4 text-sm'
const LazyText = lazyComponent(
  () => import('./terms-text.tsx'),
  () => <Spinner label={comun.cargando} />,
)

/**
 * The text is in the prerendered page, so the page's scripts do without it (5 kB). Hydration keeps what is in an
 * element with dangerouslySetInnerHTML. A visitor who comes from another screen loads the text as a separate chunk.
 */
function ClientTerms() {
  const hydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  const [prerendered] = useState(hydrating)
  if (!prerendered) {
    return (
      <div className={textClass}>
        <LazyText />
      </div>
    )
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty; see above
  return <div className={textClass} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}

const neverChanges = () => () => {}
