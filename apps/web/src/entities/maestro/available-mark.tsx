import { disponibleHoy, enPausa } from '@maestros/dominio/maestro/disponibilidad'
import { disponibilidad as textos } from '@maestros/dominio/perfil/textos-de-disponibilidad'
import { CalendarCheck, CirclePause } from 'lucide-react'
import { Badge } from '#ui/elements/badge.tsx'

/** 'Disponible hoy', only on the day for which the maestro set it. */
export function AvailableMark({ dia }: { dia: string | null }) {
  if (!disponibleHoy(dia, new Date())) return null
  return (
    <Badge variant="outline">
      <CalendarCheck aria-hidden />
      {textos.disponibleHoy}
    </Badge>
  )
}

/** Until when a maestro is on pause. Nothing once that day has come. */
export function PauseMark({ hasta }: { hasta: string | null }) {
  if (hasta === null || !enPausa(hasta, new Date())) return null
  return (
    <Badge variant="secondary">
      <CirclePause aria-hidden />
      {textos.enPausa(hasta)}
    </Badge>
  )
}
