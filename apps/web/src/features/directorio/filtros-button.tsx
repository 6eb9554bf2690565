import { countFiltros, type Filtros } from '@maestros/dominio/directorio/filtros'
import { resultados } from '@maestros/dominio/directorio/textos'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/elements/button.tsx'
import { lazyDialog } from '#ui/timing/lazy-component.tsx'

const FiltrosSheet = lazyDialog(() => import('./filtros-sheet.tsx'))

const { filtros: textos } = resultados

type Props = {
  choice: { alcaldia: string; oficio: string }
  filtros: Filtros
  onApply: (filtros: Filtros) => void
}

/** Opens the filters. */
export function FiltrosButton({ choice, filtros, onApply }: Props) {
  const [open, setOpen] = useState(false)
  const active = countFiltros(filtros)
  return (
    <>
      <Button
        variant="outline"
        className="shrink-0"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal aria-hidden />
        {textos.boton}
        {active > 0 && (
          <span className="grid min-w-6 place-items-center rounded-full bg-primary px-1.5 text-sm text-on-primary tabular-nums">
            <span aria-hidden>{active}</span>
            <span className="sr-only">{textos.activos(active)}</span>
          </span>
        )}
      </Button>
      <FiltrosSheet
        open={open}
        onOpenChange={setOpen}
        choice={choice}
        filtros={filtros}
        onApply={(chosen) => {
          setOpen(false)
          onApply(chosen)
        }}
      />
    </>
  )
}
