import { fechaYHora } from '@maestros/dominio/fechas'
import { operacion } from '@maestros/dominio/operacion/textos'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { VerificationBadge } from '#entities/verification/verification-badge.tsx'
import { useOperatorSession } from '#lib/session/operator/operator-session.ts'
import { cn, LINK, LINK_ALONE } from '#ui/class-names.ts'
import { Badge } from '#ui/elements/badge.tsx'
import { Card } from '#ui/elements/card.tsx'
import { ActList } from '../act-list.tsx'
import type { CuentaCompleta } from '../api/cuentas.ts'
import { Facts, nameOf } from '../parts.tsx'
import { SuspensionDialog } from './suspension-dialog.tsx'

const { cuenta: textos, reportes: reportTexts } = operacion

const when = (time: string) => fechaYHora(new Date(time))
const smallLink = cn(LINK, 'tap-target inline-block py-2.5')

/** Everything that operators see of an account. */
export function AccountCard({ cuenta }: { cuenta: CuentaCompleta }) {
  const session = useOperatorSession()
  const operador = session.status === 'signed-in' ? session.operador : null
  const { id, correo, nombre, telefono, cierre, maestro, tickets, resenas, auditoria } = cuenta
  const role = operacion.roles[cuenta.rol ?? 'ninguno']
  // Nobody suspends the own account, and an erased one cannot be used anyway.
  const mayBeSuspended =
    operador?.nivel === 'responsable' && operador.id !== id && cuenta.eliminada_en === null
  return (
    <article className="grid gap-4">
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{nameOf({ nombre, correo })}</h2>
          <AccountState cuenta={cuenta} />
        </div>
        <Facts
          facts={[
            [textos.correo, correo],
            [textos.id, <span key="id">{id}</span>],
            [textos.rol, role],
            [textos.telefono, telefono],
            [textos.creada, when(cuenta.creada_en)],
            [
              textos.confirmada,
              cuenta.confirmada_en === null ? textos.sinConfirmar : when(cuenta.confirmada_en),
            ],
            [textos.suspendida, cuenta.suspendida_en && when(cuenta.suspendida_en)],
            [textos.cierre, cierre && textos.seBorra(when(cierre.borrar_en))],
            [textos.eliminada, cuenta.eliminada_en && when(cuenta.eliminada_en)],
            [textos.sesiones, String(cuenta.sesiones)],
            [textos.enviados, <Reports key="enviados" reports={cuenta.reportes_enviados} />],
            [textos.recibidos, <Reports key="recibidos" reports={cuenta.reportes_recibidos} />],
            [textos.tickets, <Tickets key="tickets" tickets={tickets} />],
            [textos.resenas, textos.resenasCuantas(resenas.escritas, resenas.recibidas)],
            [textos.maestro, maestro && <Maestro key="maestro" id={id} maestro={maestro} />],
          ]}
        />
        {mayBeSuspended && <SuspensionDialog cuenta={cuenta} />}
      </Card>
      {auditoria && (
        <Card>
          <h3 className="text-lg font-semibold">{textos.auditoria}</h3>
          {auditoria.length === 0 ? (
            <p className="mt-2 text-muted-foreground">{textos.sinActos}</p>
          ) : (
            <ActList label={textos.auditoria} actos={auditoria} />
          )}
          <Link to={`/operacion/auditoria?cuenta=${id}`} className={cn(LINK_ALONE, 'mt-2')}>
            {textos.toda}
          </Link>
        </Card>
      )}
    </article>
  )
}

function AccountState({ cuenta }: { cuenta: CuentaCompleta }): ReactNode {
  if (cuenta.eliminada_en !== null) return <Badge variant="secondary">{textos.eliminada}</Badge>
  if (cuenta.suspendida_en !== null) return <Badge variant="destructive">{textos.suspendida}</Badge>
  return <Badge variant="outline">{textos.activa}</Badge>
}

function Reports({ reports }: { reports: CuentaCompleta['reportes_enviados'] }) {
  const { total, abiertos, ultimos } = reports
  return (
    <div>
      <p>{abiertos > 0 ? textos.cuantos(total, abiertos) : String(total)}</p>
      <ul>
        {ultimos.map(({ id, motivo, cerrado_en }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <Link to={`/operacion/reportes/${id}`} className={smallLink}>
              {textos.verReporte(id)}
            </Link>
            <span className="text-sm text-muted-foreground">{reportTexts.motivos[motivo]}</span>
            <span className="text-sm text-muted-foreground">
              {cerrado_en === null ? reportTexts.abierto : reportTexts.cerrado}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Tickets({ tickets: { total, abiertos } }: Pick<CuentaCompleta, 'tickets'>) {
  return (
    <div>
      <p>{abiertos.length > 0 ? textos.ticketsCuantos(total, abiertos.length) : String(total)}</p>
      <ul>
        {abiertos.map((id, index) => (
          <li key={id}>
            <Link to={`/operacion/solicitudes/${id}`} className={smallLink}>
              {textos.verTicket(index + 1)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

type MaestroProps = { id: string; maestro: NonNullable<CuentaCompleta['maestro']> }

function Maestro({ id, maestro: { completo, estados } }: MaestroProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <p>{completo ? textos.completo : textos.incompleto}</p>
      <p className="flex flex-wrap gap-2">
        {estados.map(({ tipo, estado }) => (
          <VerificationBadge key={tipo} estado={estado} dato={tipo} />
        ))}
      </p>
      <Link to={`/operacion/verificaciones/${id}`} className={LINK_ALONE}>
        {textos.verVerificacion}
      </Link>
    </div>
  )
}
