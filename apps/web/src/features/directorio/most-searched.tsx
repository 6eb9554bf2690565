import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { cn } from '#ui/class-names.ts'
import { Skeleton } from '#ui/elements/skeleton.tsx'
import { oficiosBuscadosQuery } from './api/oficios-buscados.ts'
import { readChoice } from './stored-choice.ts'

const { oficio: textos } = seleccion

type Props = {
  /** The catalogue: a trade that it does not have is not offered. */
  oficios: { nombre: string }[] | undefined
  chosen: string | null
  onChoose: (nombre: string) => void
}

/** The trades that are searched most in the chosen borough. The same trades are in the grid below, in its order. */
export function MostSearched(props: Props) {
  const alcaldia = readChoice('alcaldia')
  return alcaldia === null ? null : <Row {...props} alcaldia={alcaldia} />
}

// The `:has` selector is missing in Chrome before 105, therefore the chosen look does not come from `:checked`.
const chip =
  'inline-flex min-h-11 items-center rounded-full border border-border bg-card px-4 font-medium hover:border-control peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-(--ring)'
const chipChosen = 'border-primary bg-primary-tint text-primary'

const line = '-mx-4 mt-1 flex gap-2 overflow-x-auto px-4 py-1'
const SKELETONS = ['w-28', 'w-24', 'w-32']

function Row({ oficios, chosen, onChoose, alcaldia }: Props & { alcaldia: string }) {
  const { data, isPending } = useQuery(oficiosBuscadosQuery(alcaldia))
  const title = useId()
  const known = new Set(oficios?.map(({ nombre }) => nombre))
  const shown = data?.filter((nombre) => known.has(nombre)) ?? []
  const waiting = isPending || !oficios
  const [awaited, setAwaited] = useState(false)
  if (waiting && oficios && !awaited) setAwaited(true)
  // Trades that were on the screen before the answer came stay where a finger is about to tap.
  if (!waiting && shown.length === 0) return awaited && <div className="mt-5 h-19" />
  return (
    <section className="mt-5">
      <h2 id={title} className="text-sm font-semibold text-muted-foreground">
        {textos.masBuscados(alcaldia)}
      </h2>
      {/* Each takes one line, so that the grid does not move when the names arrive. */}
      {waiting ? (
        <div role="status" className={line}>
          <span className="sr-only">{textos.cargandoMasBuscados}</span>
          {SKELETONS.map((width) => (
            <Skeleton key={width} className={`h-11 shrink-0 ${width}`} />
          ))}
        </div>
      ) : (
        <div role="radiogroup" aria-labelledby={title} className={line}>
          {shown.map((nombre) => (
            <label key={nombre} className="relative shrink-0 cursor-pointer">
              <input
                type="radio"
                name="mas-buscado"
                className="peer absolute inset-0 opacity-0"
                checked={chosen === nombre}
                onChange={() => onChoose(nombre)}
              />
              <span className={cn(chip, chosen === nombre && chipChosen)}>{nombre}</span>
            </label>
          ))}
        </div>
      )}
    </section>
  )
}
