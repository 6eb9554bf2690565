import { verificacion as textos } from '@maestros/dominio/textos/verificacion'
import {
  type DocumentoDeVerificacion,
  documentoFaltante,
  type EstadoDeVerificacion,
  type Verificacion,
} from '@maestros/dominio/verificacion'
import { CircleCheck, CircleX, Clock, type LucideIcon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#ui/class-names.ts'

const LOOKS: Record<EstadoDeVerificacion, { icon: LucideIcon; color: string }> = {
  pendiente: { icon: Clock, color: 'text-muted-foreground' },
  en_revision: { icon: Search, color: 'text-primary' },
  verificado: { icon: CircleCheck, color: 'text-verified' },
  rechazado: { icon: CircleX, color: 'text-destructive' },
}

type Props = {
  verificacion: readonly Verificacion[]
  /** The documents that are stored. */
  documentos: readonly DocumentoDeVerificacion[]
  /** What can be done about one of them, below its state. */
  action: (verificacion: Verificacion) => ReactNode
}

/** The state of each verification, with the reason of a rejection and what to do, for the maestro. */
export function VerificationList({ verificacion, documentos, action }: Props) {
  return (
    <ul className="divide-y divide-border">
      {verificacion.map((one) => (
        <li key={one.tipo} className="py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="font-medium">{textos.tipos[one.tipo]}</span>
            <State estado={one.estado} />
          </div>
          {one.estado === 'rechazado' && one.motivo !== null && (
            <p className="mt-1 [overflow-wrap:anywhere] text-pretty">{textos.motivo(one.motivo)}</p>
          )}
          <p className="mt-1 text-sm text-pretty text-muted-foreground">{whatToDo(one, documentos)}</p>
          {action(one)}
        </li>
      ))}
    </ul>
  )
}

function State({ estado }: { estado: EstadoDeVerificacion }) {
  const { icon: Icon, color } = LOOKS[estado]
  return (
    <span className={cn('inline-flex items-center gap-1.5 text-sm font-medium', color)}>
      <Icon aria-hidden className="size-4" />
      {textos.estados[estado]}
    </span>
  )
}

function whatToDo(one: Verificacion, documentos: readonly DocumentoDeVerificacion[]): string {
  const { tipo, estado } = one
  if (tipo === 'perfil' && estado !== 'verificado') return textos.perfil.pendiente
  const missing = documentoFaltante(one, documentos)
  return missing ? textos.falta[missing] : textos.queHacer[estado]
}
