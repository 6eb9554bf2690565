import { fechaLarga } from '@maestros/dominio/fechas'
import { operacion } from '@maestros/dominio/operacion/textos'
import { avisoDeCurp } from '@maestros/dominio/verificacion/curp'
import { datosDeCurp } from '@maestros/dominio/verificacion/datos-de-curp'
import { Link } from 'react-router'
import { cn, LINK, LINK_ALONE } from '#ui/class-names.ts'
import { Card } from '#ui/elements/card.tsx'
import type { Expediente } from '../api/verificaciones.ts'
import { Facts } from '../parts.tsx'

const { expediente: textos } = operacion

/** What the maestro has typed, as text to compare with the documents. */
export function DossierData({ dossier }: { dossier: Expediente }) {
  const { id, nombre, apellido, correo, curp, domicilio, misma_curp } = dossier
  const said = curp === null ? null : datosDeCurp(curp)
  const odd = curp === null ? null : avisoDeCurp(curp)
  return (
    <Card>
      <h2 className="text-lg font-semibold">{textos.datos}</h2>
      <div className="mt-3 grid gap-3">
        <Facts
          facts={[
            [textos.nombre, `${nombre} ${apellido}`],
            [textos.curp, curp ?? operacion.sinDato],
            // At noon: a day without a time is the evening before in Mexico City.
            [textos.nacimiento, said && fechaLarga(new Date(`${said.nacimiento}T18:00:00Z`))],
            [textos.sexo, said && textos.sexos[said.sexo]],
            [textos.domicilio, domicilio ?? operacion.sinDato],
            [textos.correo, correo],
          ]}
        />
        {odd && <p className="font-medium text-destructive">{textos.curpRara[odd]}</p>}
        {misma_curp.length > 0 && (
          <div role="note" className="rounded-control border border-destructive p-3 [overflow-wrap:anywhere]">
            <p className="font-semibold text-destructive">{textos.mismaCurp}</p>
            <ul>
              {misma_curp.map((other) => (
                <li key={other.id}>
                  <Link
                    to={`/operacion/cuentas/${other.id}`}
                    className={cn(LINK, 'tap-target inline-block py-2.5')}
                  >
                    {other.nombre} {other.apellido}
                  </Link>{' '}
                  <span className="text-sm text-muted-foreground">{other.correo}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Link to={`/operacion/cuentas/${id}`} className={cn(LINK_ALONE, 'justify-self-start')}>
          {textos.verCuenta}
        </Link>
      </div>
    </Card>
  )
}
