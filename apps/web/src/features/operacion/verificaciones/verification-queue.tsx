import { haceCuanto } from '@maestros/dominio/fechas'
import { operacion } from '@maestros/dominio/operacion/textos'
import { DATOS_VERIFICABLES } from '@maestros/dominio/verificacion/estados'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { VerificationBadge } from '#entities/verification/verification-badge.tsx'
import { Badge } from '#ui/elements/badge.tsx'
import { Notice } from '#ui/elements/notice.tsx'
import { type EnEspera, verificacionesQuery } from '../api/verificaciones.ts'
import { EmptyTray } from '../drawings.tsx'
import { ConsoleScreen, Failed, Loading } from '../parts.tsx'

const { verificaciones: textos } = operacion

/** The maestros whose data wait for a decision. */
export function VerificationQueue() {
  const { data, error, isFetching, refetch } = useQuery(verificacionesQuery)
  return (
    <ConsoleScreen title={textos.titulo} text={textos.texto}>
      {!data && error === null && <Loading />}
      {!data && error !== null && (
        <Failed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data?.maestros.length === 0 && (
        <Notice drawing={<EmptyTray />} title={textos.vacio.titulo}>
          {textos.vacio.texto}
        </Notice>
      )}
      {data && data.maestros.length > 0 && (
        <ul aria-label={textos.titulo} className="grid gap-3">
          {data.maestros.map((maestro) => (
            <li key={maestro.id}>
              <Row {...maestro} />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.maestros.length && (
        <p className="text-sm text-muted-foreground">{textos.primeros(data.maestros.length, data.total)}</p>
      )}
    </ConsoleScreen>
  )
}

function Row({ id, nombre, apellido, correo, estados, curp_repetida, desde }: EnEspera) {
  return (
    <Link
      to={`/operacion/verificaciones/${id}`}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-border bg-card p-4 [overflow-wrap:anywhere] hover:bg-muted"
    >
      <span className="min-w-0">
        <span className="block text-lg font-semibold">
          {nombre} {apellido}
        </span>
        <span className="block text-sm text-muted-foreground">{correo}</span>
        <span className="block text-sm text-muted-foreground">
          {textos.espera(haceCuanto(Date.parse(desde), Date.now()))}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        {curp_repetida && <Badge variant="destructive">{textos.repetida}</Badge>}
        {DATOS_VERIFICABLES.map((dato) => (
          <VerificationBadge key={dato} estado={estados[dato]} dato={dato} />
        ))}
      </span>
    </Link>
  )
}
