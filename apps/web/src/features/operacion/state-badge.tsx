import { operacion } from '@maestros/dominio/textos/operacion'
import type { EstadoDeTicket } from '@maestros/dominio/tickets'
import type { EstadoDeVerificacion } from '@maestros/dominio/verificacion'
import { Ban, CircleCheck, Clock, type LucideIcon, MailOpen, Search } from 'lucide-react'
import { Badge, type BadgeVariant } from '#ui/badge.tsx'

type Look = { variant: BadgeVariant; Icon: LucideIcon }

const VERIFICATION: Record<EstadoDeVerificacion, Look> = {
  pendiente: { variant: 'secondary', Icon: Clock },
  en_revision: { variant: 'outline', Icon: Search },
  verificado: { variant: 'verified', Icon: CircleCheck },
  rechazado: { variant: 'destructive', Icon: Ban },
}

const TICKET: Record<EstadoDeTicket, Look> = {
  abierto: { variant: 'secondary', Icon: MailOpen },
  en_proceso: { variant: 'outline', Icon: Clock },
  resuelto: { variant: 'verified', Icon: CircleCheck },
}

/** `before`: which datum the state is of, where it is not written beside it. */
export function StateBadge({ estado, before }: { estado: EstadoDeVerificacion; before?: string }) {
  const { variant, Icon } = VERIFICATION[estado]
  return (
    <Badge variant={variant}>
      <Icon aria-hidden />
      {/* One line of text, which wraps between its words. */}
      <span>
        {before && <span>{before} </span>}
        <span>{operacion.verificaciones.estados[estado]}</span>
      </span>
    </Badge>
  )
}

export function TicketBadge({ estado }: { estado: EstadoDeTicket }) {
  const { variant, Icon } = TICKET[estado]
  return (
    <Badge variant={variant}>
      <Icon aria-hidden />
      {operacion.solicitudes.estados[estado]}
    </Badge>
  )
}

export function ReportBadge({ cerrado }: { cerrado: boolean }) {
  const { abierto, cerrado: closed } = operacion.reportes
  return cerrado ? (
    <Badge variant="verified">
      <CircleCheck aria-hidden />
      {closed}
    </Badge>
  ) : (
    <Badge variant="secondary">
      <MailOpen aria-hidden />
      {abierto}
    </Badge>
  )
}
