import { disponibilidad as textos } from '@maestros/dominio/perfil/textos-de-disponibilidad'
import type { PasoDeRespuesta } from '@maestros/dominio/perfil/tiempo-de-respuesta'
import { Timer } from 'lucide-react'
import { cn } from '#ui/class-names.ts'

type Props = { paso: PasoDeRespuesta | null; className?: string }

/** How soon a maestro usually answers. Nothing with few answers or slow ones. */
export function AnswerTime({ paso, className }: Props) {
  if (paso === null) return null
  return (
    <p className={cn('flex gap-2.5 text-muted-foreground', className)}>
      <Timer aria-hidden className="mt-0.5 size-5 shrink-0" />
      {textos.respuesta(paso)}
    </p>
  )
}
