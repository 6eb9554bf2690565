import {
  countFiltros,
  type Filtros,
  readFiltros,
  SIN_FILTROS,
  writeFiltros,
} from '@maestros/dominio/directorio/filtros'
import { resultados as textos } from '@maestros/dominio/directorio/textos'
import { comun } from '@maestros/dominio/textos'
import { MapPin } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { FailureNotice } from '#entities/state/failures.tsx'
import { cn } from '#ui/class-names.ts'
import { focusHeadingAfter } from '#ui/dialogs/focus-once.ts'
import { badgeClass } from '#ui/elements/badge.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { lazyDialog } from '#ui/timing/lazy-component.tsx'
import { EmptyToolbox } from './empty-toolbox.tsx'
import { FiltrosButton } from './filtros-button.tsx'
import type { OnOpen } from './maestro-card.tsx'
import type { ExtraAction, Opened } from './maestro-dialog.tsx'
import { MaestroList, MaestroListSkeleton } from './maestro-list.tsx'
import { NothingFound } from './nothing-found.tsx'
import { useMaestros } from './use-maestros.ts'

const MaestroDialog = lazyDialog(() => import('./maestro-dialog.tsx'))

type Choice = { alcaldia: string; oficio: string }

export function Results({ alcaldia, oficio, extraAction }: Choice & { extraAction: ExtraAction }) {
  const choice = { alcaldia, oficio }
  const [params, setParams] = useSearchParams()
  const filtros = useMemo(() => readFiltros(params), [params])
  const search = useMaestros({ ...choice, filtros })
  const [opened, setOpened] = useState<Opened | null>(null)
  const open = useCallback<OnOpen>((maestro, opener) => setOpened({ maestro, opener }), [])
  const apply = (chosen: Filtros) => setParams(writeFiltros(chosen))

  return (
    <main className="mx-auto max-w-grid px-4 pt-4 pb-10 sm:pt-8">
      <h1 className="sr-only">{textos.encabezado(oficio, alcaldia)}</h1>
      <div className="flex items-start justify-between gap-x-3 max-[18.75rem]:flex-wrap">
        <div className="flex min-w-0 flex-wrap gap-x-2">
          <Chip to="/seleccion-delegacion" icon={<MapPin aria-hidden />}>
            {alcaldia}
          </Chip>
          <Chip to="/seleccion-oficio">{oficio}</Chip>
        </div>
        <FiltrosButton choice={choice} filtros={filtros} onApply={apply} />
      </div>
      <p role="status" className="mt-3 min-h-7 text-xl font-semibold">
        {search.total !== undefined && textos.encontrados(search.total)}
        {search.total === undefined && !search.failed && <span className="sr-only">{comun.cargando}</span>}
      </p>
      <div className={cn('mt-4 transition-opacity duration-150', search.outdated && 'opacity-60')}>
        {search.maestros === undefined && !search.failed && <MaestroListSkeleton />}
        {/* The specification shows a failed search as an empty one. The retry button is our addition. */}
        {search.failed && (
          <FailureNotice
            drawing={<EmptyToolbox />}
            title={textos.vacio.titulo}
            text={textos.vacio.fallo}
            onRetry={search.retry}
          />
        )}
        {search.maestros?.length === 0 && (
          <Empty choice={choice} filtros={filtros} onClear={() => apply(SIN_FILTROS)} />
        )}
        {search.maestros && search.maestros.length > 0 && (
          <MaestroList {...search} maestros={search.maestros} oficio={oficio} onOpen={open} />
        )}
      </div>
      <MaestroDialog
        open={opened !== null}
        opened={opened}
        choice={choice}
        onClose={() => setOpened(null)}
        extra={extraAction}
      />
    </main>
  )
}

/** A choice of the search, as a link to the screen where it can be changed. */
function Chip({ to, icon, children }: { to: string; icon?: ReactNode; children: string }) {
  return (
    <Link to={to} className="group inline-flex min-h-11 max-w-full items-center rounded-full">
      <span
        data-variant="outline"
        className={badgeClass('outline', 'max-w-full bg-card py-1 group-hover:bg-muted')}
      >
        {icon}
        <span className="min-w-0 break-words">{children}</span>
      </span>
      <span className="sr-only">, {textos.cambiar}</span>
    </Link>
  )
}

function Empty({ choice, filtros, onClear }: { choice: Choice; filtros: Filtros; onClear: () => void }) {
  if (countFiltros(filtros) === 0) return <NothingFound choice={choice} />
  return (
    <Notice
      drawing={<EmptyToolbox />}
      title={textos.vacio.titulo}
      action={
        <Button ref={focusHeadingAfter} variant="next" onClick={onClear}>
          {textos.filtros.quitar}
        </Button>
      }
    >
      {textos.vacio.conFiltros}
    </Notice>
  )
}
