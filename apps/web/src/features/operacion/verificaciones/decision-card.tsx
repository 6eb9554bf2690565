import { operacion } from '@maestros/dominio/operacion/textos'
import type { LineaDeVerificacion } from '@maestros/dominio/verificacion/estados'
import { verificacion } from '@maestros/dominio/verificacion/textos'
import { VerificationBadge } from '#entities/verification/verification-badge.tsx'
import { VerificationText } from '#entities/verification/verification-list.tsx'
import { Button } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'

const { expediente: textos } = operacion

type Props = {
  linea: LineaDeVerificacion
  /** The document without which the datum cannot be verified, when it is not stored. */
  falta: 'ine' | 'comprobante' | null
  /** While a decision is sent or the data are read again, nothing can be decided. */
  busy: boolean
  onDecide: (estado: 'verificado' | 'en_revision') => void
  onReject: () => void
  /** Asks the maestro for the missing document. */
  onAsk: (documento: 'ine' | 'comprobante') => void
}

/** The state of one datum as its maestro reads it, and what an operator can decide about it. */
export function DecisionCard({ linea, falta, busy, onDecide, onReject, onAsk }: Props) {
  const { tipo, estado } = linea
  const nombre = verificacion.tipos[tipo]
  const named = (action: string) => ({
    'aria-label': textos.accion(action, nombre),
    'aria-disabled': busy,
    children: action,
  })
  return (
    <Card className="grid content-start gap-3">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold">{nombre}</h3>
          <VerificationBadge estado={estado} />
        </div>
        <p className="mt-1 text-sm font-medium">{textos.leeElMaestro}</p>
        <VerificationText linea={linea} />
      </div>
      {estado !== 'verificado' && falta && (
        <p className="font-medium text-pretty">{textos.noSeVerifica[falta]}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {estado !== 'verificado' && !falta && (
          <Button {...named(textos.verificar)} onClick={() => onDecide('verificado')} />
        )}
        {estado !== 'rechazado' && estado !== 'verificado' && falta && (
          <Button {...named(textos.pedir[falta])} aria-haspopup="dialog" onClick={() => onAsk(falta)} />
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
