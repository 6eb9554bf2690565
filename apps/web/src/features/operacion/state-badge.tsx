import type { EstadoDeTicket } from '@maestros/dominio/ayuda/estados-de-ticket'
import { operacion } from '@maestros/dominio/operacion/textos'
import { CircleCheck, Clock, type LucideIcon, MailOpen } from 'lucide-react'
import { Badge, type BadgeVariant } from '#ui/elements/badge.tsx'

type Look = { variant: BadgeVariant; Icon: LucideIcon }

const TICKET: Record<EstadoDeTicket, Look> = {
  abierto: { variant: 'secondary', Icon: MailOpen },
  en_proceso: { variant: 'outline', Icon: Clock },
  resuelto: { variant: 'verified', Icon: CircleCheck },
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
