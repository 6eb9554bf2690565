import { type Disponibilidad, estadoDe } from '@maestros/dominio/maestro/disponibilidad'
import { panel, textoDeDisponibilidad } from '@maestros/dominio/maestro/textos-de-panel'
import { useId, useState } from 'react'
import { useMutation } from '#lib/client/use-mutation.ts'
import { Button } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { changeAvailability } from './api/availability.ts'
import { PauseDialog } from './pause-dialog.tsx'

const { disponibilidad: textos } = panel

type Props = {
  disponibilidad: Disponibilidad
  /** Whether the maestro has an active trade and borough. */
  seEncuentra: boolean
}

/** The maestro's switch: available today, on pause until a day, or neither. */
export function AvailabilityCard({ disponibilidad: current, seEncuentra }: Props) {
  const id = useId()
  const [pausing, setPausing] = useState(false)
  const change = useMutation({ mutationFn: changeAvailability })
  const now = new Date()
  const estado = estadoDe(current, now)
  // While the change is being saved the switch shows what was chosen.
  const chosen = change.isPending ? change.variables.estado : estado

  return (
    <Card>
      <section aria-labelledby={id} className="grid gap-3">
        <div>
          <h2 id={id} className="text-lg font-semibold">
            {textos.titulo}
          </h2>
          <p aria-live="polite" className="mt-1 text-pretty text-muted-foreground">
            {textoDeDisponibilidad(current, seEncuentra, now)}
          </p>
        </div>
        {estado === 'pausa' ? (
          <>
            <Button
              variant="outline"
              aria-busy={change.isPending}
              onClick={() => change.isPending || change.mutate({ estado: 'normal' })}
            >
              {textos.terminar}
            </Button>
            <Button variant="ghost" onClick={() => setPausing(true)}>
              {textos.cambiarFecha}
            </Button>
          </>
        ) : (
          <>
            <Switch
              label={textos.interruptor}
              hint={textos.interruptorAyuda}
              checked={chosen === 'disponible'}
              aria-busy={change.isPending}
              onChange={(event) => {
                if (!change.isPending)
                  change.mutate({ estado: event.target.checked ? 'disponible' : 'normal' })
              }}
            />
            <Button variant="outline" onClick={() => setPausing(true)}>
              {textos.pausar}
            </Button>
          </>
        )}
        {change.isError && change.variables.estado !== estado && (
          <FieldError id={`${id}-error`}>{textos.fallo}</FieldError>
        )}
      </section>
      <PauseDialog open={pausing} current={current.pausa_hasta} onClose={() => setPausing(false)} />
    </Card>
  )
}
