import { operacion } from '@maestros/dominio/textos/operacion'
import type { DatoVerificable, EstadoDeVerificacion } from '@maestros/dominio/verificacion'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { StateBadge } from './state-badge.tsx'

const { expediente: textos, verificaciones } = operacion

type Props = {
  dato: DatoVerificable
  estado: EstadoDeVerificacion
  motivo: string | null
  /** While a decision is sent or the data are read again, nothing can be decided. */
  busy: boolean
  onDecide: (estado: 'verificado' | 'en_revision') => void
  onReject: () => void
}

/** The state of one datum, and what an operator can decide about it. */
export function DecisionCard({ dato, estado, motivo, busy, onDecide, onReject }: Props) {
  const nombre = verificaciones.datos[dato]
  const named = (action: string) => ({
    'aria-label': textos.accion(action, nombre),
    'aria-disabled': busy,
    children: action,
  })
  return (
    <Card className="grid content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{nombre}</h3>
        <StateBadge estado={estado} />
      </div>
      {motivo !== null && <p className="[overflow-wrap:anywhere] text-pretty">{textos.motivo(motivo)}</p>}
      <div className="flex flex-wrap gap-2">
        {estado !== 'verificado' && (
          <Button {...named(textos.verificar)} onClick={() => onDecide('verificado')} />
        )}
        {estado !== 'rechazado' && (
          <Button
            {...named(textos.rechazar)}
            variant="destructive-outline"
            aria-haspopup="dialog"
            onClick={onReject}
          />
        )}
        {estado !== 'en_revision' && (
          <Button {...named(textos.revisar)} variant="outline" onClick={() => onDecide('en_revision')} />
        )}
      </div>
    </Card>
  )
}
