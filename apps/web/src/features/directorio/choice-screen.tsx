import { comun } from '@maestros/dominio/textos'
import type { ReactNode } from 'react'
import { FailureNotice } from '#entities/state/failures.tsx'
import { BottomBar } from '#ui/elements/bottom-bar.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Skeleton } from '#ui/elements/skeleton.tsx'

type Option = { id: string | number; nombre: string }

type Props<T extends Option> = {
  textos: { paso: string; titulo: string; ayuda: string; grupo: string; error: string; vacio: string }
  /** Replaces the step number above the title, for example with what has been chosen so far. */
  trail?: ReactNode
  /** Stands above the grid. */
  above?: ReactNode
  /** In place of the grid when it has no option to show, for example because a filter leaves none. */
  none?: ReactNode
  options: T[] | undefined
  failed: boolean
  onRetry: () => void
  chosen: string | null
  onChoose: (nombre: string) => void
  drawing?: (option: T) => ReactNode
  gridClass: string
  skeletonClass: string
  action: { label: string; disabled: boolean; onClick: () => void }
}

/** One step of the seeker's choice (borough or trade): a title, a grid of options, one button at the bottom. */
export function ChoiceScreen<T extends Option>(props: Props<T>) {
  const { textos, options, chosen, action } = props
  return (
    <main className="mx-auto max-w-grid px-4 pt-6 sm:pt-10">
      {props.trail ?? <p className="text-sm font-medium text-muted-foreground">{textos.paso}</p>}
      <h1 id="pregunta" className="mt-1 text-2xl font-semibold">
        {textos.titulo}
      </h1>
      <p className="mt-1 text-pretty text-muted-foreground">{textos.ayuda}</p>
      {props.above}
      {/* The options replace the skeletons and may begin higher than these, so they do not move. */}
      <div key={options ? 'options' : 'skeletons'} className="mt-6">
        <Choices {...props} />
      </div>
      <BottomBar>
        <Button
          variant="next"
          size="large"
          disabled={action.disabled || !options?.some(({ nombre }) => nombre === chosen)}
          onClick={action.onClick}
        >
          {action.label}
        </Button>
      </BottomBar>
    </main>
  )
}

const SKELETONS = Array.from({ length: 16 }, (_, index) => index)

function Choices<T extends Option>(props: Props<T>) {
  const { textos, options, failed, onRetry, chosen, onChoose, drawing, gridClass, skeletonClass } = props
  if (options?.length === 0 && props.none) return props.none
  if (options?.length === 0) return <FailureNotice title={textos.vacio} onRetry={onRetry} variant="primary" />
  if (!options && failed) {
    return <FailureNotice title={textos.error} text={comun.sinConexion} onRetry={onRetry} variant="primary" />
  }
  if (!options) {
    return (
      <div role="status" className={gridClass}>
        <span className="sr-only">{comun.cargando}</span>
        {SKELETONS.map((index) => (
          <Skeleton key={index} className={skeletonClass} />
        ))}
      </div>
    )
  }
  return (
    <fieldset aria-labelledby="pregunta" className={gridClass}>
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          aria-pressed={chosen === option.nombre}
          onClick={() => onChoose(option.nombre)}
          className="choice"
        >
          {drawing?.(option)}
          <span className="hyphens-auto text-balance">{option.nombre}</span>
        </button>
      ))}
    </fieldset>
  )
}
