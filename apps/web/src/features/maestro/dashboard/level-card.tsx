import type { PanelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import {
  ETIQUETAS,
  type Progreso,
  progresoDeReputacion,
  promedioComoTexto,
  UMBRALES,
} from '@maestros/dominio/resenas/reputacion'
import { frasesDeProgreso, reputacion as textos } from '@maestros/dominio/resenas/textos'
import { useId } from 'react'
import { LevelChip } from '#entities/maestro/level-chip.tsx'
import { Card } from '#ui/elements/card.tsx'

/** The reputation level of the maestro, and what is missing for the next one. */
export function LevelCard({ panel }: { panel: Pick<PanelMaestro, 'reputacion' | 'cantidad_reseñas'> }) {
  const id = useId()
  const { nivel, identidad_verificada, confirmadas, promedio } = panel.reputacion
  const progreso = progresoDeReputacion({
    nivel,
    identidadVerificada: identidad_verificada,
    confirmadas,
    promedio,
    cantidad: panel.cantidad_reseñas,
  })
  const { titulo, frases } = frasesDeProgreso(progreso, promedioComoTexto(promedio))
  return (
    <Card>
      <section aria-labelledby={id} className="grid gap-2">
        {/* The touch target of the chip is higher than the line, which begins where the titles of the other cards do. */}
        <div className="-my-2 flex flex-wrap items-center justify-between gap-x-2">
          <h2 id={id} className="text-lg font-semibold">
            {textos.titulo}
          </h2>
          <LevelChip nivel={nivel} label={ETIQUETAS[nivel]} />
        </div>
        <p className="font-medium text-balance">{titulo}</p>
        <Steps progreso={progreso} confirmadas={confirmadas} />
        {frases.length > 0 && (
          <ul className="grid gap-1 text-pretty text-muted-foreground">
            {frases.map((frase) => (
              <li key={frase}>{frase}</li>
            ))}
          </ul>
        )}
      </section>
    </Card>
  )
}

function Steps({ progreso, confirmadas }: { progreso: Progreso; confirmadas: number }) {
  if (progreso.siguiente === null) return null
  const needed = UMBRALES[progreso.siguiente].confirmadas
  const done = Math.min(confirmadas, needed)
  return (
    <div>
      <p className="text-sm text-muted-foreground tabular-nums">{textos.avance(done, needed)}</p>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 2"
        preserveAspectRatio="none"
        className="mt-1 block h-2 w-full overflow-hidden rounded-full"
      >
        <rect width="100" height="2" className="fill-muted" />
        <rect width={(done / needed) * 100} height="2" className="fill-verified" />
      </svg>
    </div>
  )
}
