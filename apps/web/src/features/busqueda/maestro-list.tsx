import type { Tarjeta } from '@maestros/contrato/funciones/directorio/maestros'
import { resultados as textos } from '@maestros/dominio/textos/resultados'
import { NextPageFailed } from '#entities/state/failures.tsx'
import { EndOfList } from '#ui/end-of-list.tsx'
import { MaestroCard, MaestroCardSkeleton, type OnOpen } from './maestro-card.tsx'

type Props = {
  maestros: Tarjeta[]
  more: boolean
  moreFailed: boolean
  busy: boolean
  readOn: () => void
  onOpen: OnOpen
}

const grid = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3'

/** Those in the first window come at once, the others when they are near. */
const AT_ONCE = 6

/** Skeletons stand where the next page will, so that it arrives without moving anything. */
export function MaestroList({ maestros, more, moreFailed, busy, readOn, onOpen }: Props) {
  return (
    <>
      <ul aria-label={textos.lista} className={grid}>
        {maestros.map((maestro, index) => (
          <li key={maestro.id}>
            <MaestroCard maestro={maestro} onOpen={onOpen} eager={index < AT_ONCE} />
          </li>
        ))}
      </ul>
      {more && !moreFailed && (
        <>
          <EndOfList busy={busy} onNear={readOn} />
          <div role="status" className={`${grid} mt-3`}>
            <span className="sr-only">{textos.cargandoMas}</span>
            <Skeletons count={3} />
          </div>
        </>
      )}
      {moreFailed && (
        <div className="mt-6">
          <NextPageFailed text={textos.masNoLlegan} onRetry={readOn} />
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
    // biome-ignore lint/suspicious/noArrayIndexKey: one skeleton is like another
    <MaestroCardSkeleton key={index} />
  ))
}
