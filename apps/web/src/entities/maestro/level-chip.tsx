import { perfil } from '@maestros/dominio/perfil/textos'
import { ESTILOS, type Nivel } from '@maestros/dominio/resenas/reputacion'
import { Explained } from '#ui/dialogs/explained.tsx'
import { Badge } from '#ui/elements/badge.tsx'

type Props = {
  nivel: Nivel
  label: string
  /** Whether a touch shows what the level requires. Not in a list, where a touch opens the maestro. */
  explained?: boolean
}

/** The reputation level of a maestro. */
export function LevelChip({ nivel, label, explained = true }: Props) {
  const chip = (
    <Badge variant={ESTILOS[nivel]} data-nivel={nivel}>
      {label}
    </Badge>
  )
  return explained ? <Explained explanation={perfil.reputacion[nivel]}>{chip}</Explained> : chip
}
