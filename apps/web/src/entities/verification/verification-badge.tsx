import type { DatoVerificable, EstadoDeVerificacion } from '@maestros/dominio/verificacion/estados'
import { verificacion as textos } from '@maestros/dominio/verificacion/textos'
import { Ban, CircleCheck, Clock, type LucideIcon, Search } from 'lucide-react'
import { Badge, type BadgeVariant } from '#ui/elements/badge.tsx'

const LOOKS: Record<EstadoDeVerificacion, { variant: BadgeVariant; Icon: LucideIcon }> = {
  pendiente: { variant: 'secondary', Icon: Clock },
  en_revision: { variant: 'outline', Icon: Search },
  verificado: { variant: 'verified', Icon: CircleCheck },
  rechazado: { variant: 'destructive', Icon: Ban },
}

type Props = {
  estado: EstadoDeVerificacion
  /** Which datum the state is of, where it is not written beside it. */
  dato?: DatoVerificable
}

/** The state of one verification. */
export function VerificationBadge({ estado, dato }: Props) {
  const { variant, Icon } = LOOKS[estado]
  return (
    <Badge variant={variant}>
      <Icon aria-hidden />
      {/* One line of text, which wraps between its words. */}
      <span>
        {dato && <span>{textos.tipos[dato]} </span>}
        <span>{textos.estados[estado]}</span>
      </span>
    </Badge>
  )
}
