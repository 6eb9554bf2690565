import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { OwnDataFailed } from '#entities/maestro/own-data-failed.tsx'
import { Skeleton } from '#ui/elements/skeleton.tsx'
import { FirstDays } from './figure-card.tsx'

/** Skeletons in the layout of the dashboard. */
export function PanelLoading() {
  return (
    <>
      <p role="status" className="sr-only">
        {textos.cargando}
      </p>
      <Skeleton className="h-8 w-56 max-w-full" />
      <Skeleton className="mt-2 h-5 w-72 max-w-full" />
      <div className="mt-5 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <Skeleton className="h-32 rounded-card" />
          <div className="grid gap-4 sm:grid-cols-2">
            <Skeleton className="h-72 rounded-card" />
            <Skeleton className="h-72 rounded-card" />
          </div>
        </div>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
          <Skeleton className="h-64 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </div>
      </div>
    </>
  )
}

type Props = { error: unknown; onRetry: () => void; retrying: boolean }

export function PanelFailed(props: Props) {
  return <OwnDataFailed drawing={<FirstDays />} fallo={textos.fallo} {...props} />
}
