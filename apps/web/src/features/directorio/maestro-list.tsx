import type { Tarjeta } from '@maestros/contrato/directorio/maestros'
import { resultados as textos } from '@maestros/dominio/directorio/textos'
import { NextPageFailed } from '#entities/state/failures.tsx'
import { EndOfList } from '#ui/elements/end-of-list.tsx'
import { MaestroCard, MaestroCardSkeleton, type OnOpen } from './maestro-card.tsx'

type Props = {
  maestros: Tarjeta[]
  oficio: string
  more: boolean
  moreFailed: boolean
  busy: boolean
  loadMore: () => void
  onOpen: OnOpen
}

const grid = 'grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3'

/** The cards of the first window load their photos at once, the others when they come near. */
const EAGER_CARDS = 6

/** Skeletons take the place of the next page, so that nothing moves when it arrives. */
export function MaestroList({ maestros, oficio, more, moreFailed, busy, loadMore, onOpen }: Props) {
  return (
    <>
      <ul aria-label={textos.lista} className={grid}>
        {maestros.map((maestro, index) => (
          <li key={maestro.id}>
            <MaestroCard maestro={maestro} oficio={oficio} onOpen={onOpen} eager={index < EAGER_CARDS} />
          </li>
        ))}
      </ul>
      {more && !moreFailed && (
        <>
          <EndOfList busy={busy} loaded={maestros.length} onNear={loadMore} />
          <div role="status" className={`${grid} mt-3`}>
            <span className="sr-only">{textos.cargandoMas}</span>
            <Skeletons count={3} />
          </div>
        </>
      )}
      {moreFailed && (
        <div className="mt-6">
          <NextPageFailed text={textos.masNoLlegan} onRetry={loadMore} retrying={busy} />
        </div>
      )}
    </>
  )
}

export function MaestroListSkeleton() {
  return (
    <div aria-hidden className={grid}>
      <Skeletons count={6} />
    </div>
  )
}

function Skeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
    <MaestroCardSkeleton key={index} />
  ))
}
