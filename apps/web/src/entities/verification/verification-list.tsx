import {
  type DocumentoDeVerificacion,
  type LineaDeVerificacion,
  lineasDeVerificacion,
  type Verificacion,
} from '@maestros/dominio/verificacion/estados'
import {
  explicacionDe,
  resumenDeVerificacion,
  verificacion as textos,
} from '@maestros/dominio/verificacion/textos'
import type { ReactNode } from 'react'
import { VerificationBadge } from './verification-badge.tsx'

type Props = {
  verificacion: readonly Verificacion[]
  /** The documents that are stored. */
  documentos: readonly DocumentoDeVerificacion[]
  /** What can be done about one of them, below its state. */
  action: (linea: LineaDeVerificacion) => ReactNode
}

/** What is verified, what waits, what was rejected and why, and what to do, for the maestro. */
export function VerificationList({ verificacion, documentos, action }: Props) {
  return (
    <>
      <p className="mb-3 text-pretty">{resumenDeVerificacion(verificacion)}</p>
      <ul aria-label={textos.titulo} className="divide-y divide-border border-t border-border">
        {lineasDeVerificacion(verificacion, documentos).map((linea) => (
          <li key={linea.tipo} className="py-3 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <h3 className="font-medium">{textos.tipos[linea.tipo]}</h3>
              <VerificationBadge estado={linea.estado} />
            </div>
            <VerificationText linea={linea} />
            {action(linea)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Why one datum was rejected, and what its state means for the maestro. Operators read the same. */
export function VerificationText({ linea }: { linea: LineaDeVerificacion }) {
  return (
    <>
      {linea.motivo !== null && (
        <p className="mt-1 [overflow-wrap:anywhere] text-pretty">{textos.motivo(linea.motivo)}</p>
      )}
      <p className="mt-1 text-sm text-pretty text-muted-foreground">{explicacionDe(linea)}</p>
    </>
  )
}
