import { type Distribucion, proporciones } from '@maestros/dominio/resenas/distribucion'
import { resenas } from '@maestros/dominio/resenas/textos'
import { Star } from 'lucide-react'
import { cn } from '#ui/class-names.ts'

const { lista: textos } = resenas

type Props = {
  distribucion: Distribucion
  /** The number of stars that the list shows, null for all. */
  chosen: number | null
  onChoose: (stars: number | null) => void
}

/** A bar for each number of stars, drawn by its share. Each is a button that shows only those reviews. */
export function StarDistribution({ distribucion, chosen, onChoose }: Props) {
  const shares = proporciones(distribucion)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend for five toggle buttons
    <div role="group" aria-label={textos.distribucion} className="mt-2 grid">
      {distribucion
        .map((count, index) => ({ stars: index + 1, count, share: shares[index] ?? 0 }))
        .reverse()
        .map(({ stars, count, share }) => (
          <button
            key={stars}
            type="button"
            aria-pressed={chosen === stars}
            title={textos.filtrar(stars)}
            onClick={() => onChoose(chosen === stars ? null : stars)}
            className={cn(
              'grid min-h-11 grid-cols-[2.25rem_minmax(0,1fr)_3rem] items-center gap-2 rounded-control px-2 text-left tabular-nums hover:bg-muted',
              chosen === stars && 'bg-primary-tint hover:bg-primary-tint',
            )}
          >
            <span className="sr-only">{textos.barra(stars, count)}</span>
            <span aria-hidden className="flex items-center gap-1">
              {stars}
              <Star className="size-4 fill-accent text-accent" />
            </span>
            <svg aria-hidden="true" viewBox="0 0 100 2" preserveAspectRatio="none" className="h-2.5 w-full">
              <rect width="100" height="2" rx="1" className="fill-muted" />
              <rect width={share * 100} height="2" className="fill-accent" />
            </svg>
            <span aria-hidden className="text-right text-sm text-muted-foreground">
              {count}
            </span>
          </button>
        ))}
    </div>
  )
}
