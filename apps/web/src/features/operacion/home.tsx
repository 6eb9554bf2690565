import type { operacionInicio } from '@maestros/contrato/operacion/operacion-inicio'
import { haceCuanto } from '@maestros/dominio/fechas'
import { operacion } from '@maestros/dominio/operacion/textos'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { buttonClass } from '#ui/elements/button.tsx'
import { Card } from '#ui/elements/card.tsx'
import { inicioQuery } from './api/inicio.ts'
import { ConsoleScreen, Failed, Loading } from './parts.tsx'

const { inicio: textos } = operacion

type EnEspera = z.output<typeof operacionInicio.output>['pendientes']['tickets']

/** What waits for operators, and since when. */
export function Home() {
  const { data, error, isFetching, refetch } = useQuery(inicioQuery)
  if (!data) {
    return (
      <ConsoleScreen title={textos.titulo}>
        {error === null ? (
          <Loading />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )}
      </ConsoleScreen>
    )
  }
  const { verificaciones, tickets, reportes, trabajos } = data.pendientes
  return (
    <ConsoleScreen title={textos.titulo} text={textos.hola(data.operador.nombre)}>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <Waiting
          to="/operacion/verificaciones"
          what={textos.verificaciones(verificaciones.cuantos)}
          since={textos.desdeUno}
          {...verificaciones}
        />
        <Waiting
          to="/operacion/solicitudes"
          what={textos.tickets(tickets.cuantos)}
          since={textos.desde}
          {...tickets}
        />
        <Waiting
          to="/operacion/reportes"
          what={textos.reportes(reportes.cuantos)}
          since={textos.desdeUno}
          {...reportes}
        />
        <Waiting
          what={textos.trabajos(trabajos.cuantos)}
          since={textos.desdeUno}
          help={textos.trabajosAyuda}
          {...trabajos}
        />
      </ul>
      <p>
        <Link to="/operacion/cuentas" className={buttonClass({ variant: 'outline' })}>
          {textos.buscar}
        </Link>
      </p>
    </ConsoleScreen>
  )
}

type WaitingProps = EnEspera & {
  to?: string
  what: string
  since: (ago: string) => string
  help?: string
}

function Waiting({ to, what, since, desde, help }: WaitingProps) {
  const lines = (
    <>
      <span className="block text-lg font-semibold">{what}</span>
      <span className="mt-1 block text-sm text-muted-foreground">
        {desde === null ? textos.nadie : since(haceCuanto(Date.parse(desde), Date.now()))}
      </span>
      {help && <span className="mt-1 block text-sm text-muted-foreground">{help}</span>}
    </>
  )
  return (
    <li>
      {to ? (
        <Link to={to} className="block h-full rounded-card border border-border bg-card p-5 hover:bg-muted">
          {lines}
        </Link>
      ) : (
        <Card className="h-full">{lines}</Card>
      )}
    </li>
  )
}
