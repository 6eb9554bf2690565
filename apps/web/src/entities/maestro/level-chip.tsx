import { ESTILOS, type Nivel } from '@maestros/dominio/reputacion'
import { perfil } from '@maestros/dominio/textos/perfil'
import { Badge } from '#ui/badge.tsx'
import { Explained } from '#ui/explained.tsx'

/** The reputation level of a maestro. A touch shows what the level requires. */
export function LevelChip({ nivel, label }: { nivel: Nivel; label: string }) {
  return (
    <Explained explanation={perfil.reputacion[nivel]}>
      <Badge variant={ESTILOS[nivel]} data-nivel={nivel}>
        {label}
      </Badge>
    </Explained>
  )
}
