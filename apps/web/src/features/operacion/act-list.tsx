import type { Acto } from '@maestros/contrato/operacion/cuenta-y-acto'
import { fechaYHora } from '@maestros/dominio/fechas'
import { operacion } from '@maestros/dominio/operacion/textos'
import { actosDeOperadores } from '@maestros/dominio/operacion/textos-de-actos'
import { Link } from 'react-router'
import { cn, LINK } from '#ui/class-names.ts'

const { auditoria: textos } = operacion

/** Acts of operators, each as a sentence with what the audit says about it. */
export function ActList({ label, actos }: { label: string; actos: readonly Acto[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-border">
      {actos.map((acto) => (
        <li key={acto.id} className="py-2">
          <ActLine {...acto} />
        </li>
      ))}
    </ul>
  )
}

export function ActLine({ ocurrido_en, operador, acto, sobre, detalle }: Acto) {
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className="text-sm text-muted-foreground">{fechaYHora(new Date(ocurrido_en))}</p>
      <p>
        <span className="font-semibold">{operador.correo ?? operacion.cuentaEliminada}</span>{' '}
        <span>{wordsOf(acto)}</span>{' '}
        {sobre && (
          <Link to={`/operacion/cuentas/${sobre.id}`} className={cn(LINK, 'tap-target inline-block py-2.5')}>
            {sobre.correo ?? operacion.cuentaEliminada}
          </Link>
        )}
      </p>
      {detailsOf(detalle).map(([name, value]) => (
        <p key={name} className="text-sm text-muted-foreground">
          <span className="font-medium">{name}</span>: <span>{value}</span>
        </p>
      ))}
    </div>
  )
}

const ACTS: Readonly<Record<string, string>> = actosDeOperadores

const wordsOf = (acto: string) => (Object.hasOwn(ACTS, acto) ? ACTS[acto] : textos.otroActo)

/** Versions and names of files mean nothing to a person, so only details with a name are shown. */
const detailsOf = (detalle: Acto['detalle']): [name: string, value: string][] =>
  Object.entries(detalle).flatMap(([name, value]) => {
    const word = textos.detalles[name]
    return word === undefined || value === null ? [] : [[word, String(value)]]
  })
