import { fechaYHora } from '@maestros/dominio/fechas'
import { operacion } from '@maestros/dominio/operacion/textos'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Cuales, solicitudesQuery } from '../api/solicitudes.ts'
import { ChoiceLinks } from '../choice-links.tsx'
import { EmptyTray } from '../drawings.tsx'
import { Pages } from '../paged-list.tsx'
import { ConsoleScreen } from '../parts.tsx'
import { TicketBadge } from '../state-badge.tsx'

const { solicitudes: textos } = operacion
const PATH = '/operacion/solicitudes'

/** The help requests, without or with the resolved ones. */
export function Requests({ cuales }: { cuales: Cuales }) {
  const query = useInfiniteQuery(solicitudesQuery(cuales))
  const pages = query.data?.pages
  return (
    <ConsoleScreen title={textos.titulo}>
      <ChoiceLinks
        label={textos.cuales}
        options={[
          { to: PATH, name: textos.abiertas, current: cuales === 'abiertas' },
          { to: `${PATH}?cuales=todas`, name: textos.todas, current: cuales === 'todas' },
        ]}
      />
      {pages && <p className="text-sm text-muted-foreground">{textos.total(pages[0]?.total ?? 0)}</p>}
      <Pages
        key={cuales}
        label={textos.titulo}
        query={query}
        rows={pages?.flatMap(({ solicitudes }) => solicitudes)}
        keyOf={({ id }) => id}
        empty={cuales === 'abiertas' ? textos.vacio : textos.vacioTodas}
        drawing={<EmptyTray />}
      >
        {({ id, nombre, mensaje, estado, creado_en, respuestas }) => (
          <Link
            to={`${PATH}/${id}`}
            className="block rounded-card border border-border bg-card p-4 [overflow-wrap:anywhere] hover:bg-muted"
          >
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-semibold">{nombre ?? operacion.cuentaEliminada}</span>
              <TicketBadge estado={estado} />
            </span>
            {mensaje !== null && <span className="mt-1 line-clamp-2">{mensaje}</span>}
            <span className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted-foreground">
              <span>{fechaYHora(new Date(creado_en))}</span>
              <span>{textos.respuestas(respuestas)}</span>
            </span>
          </Link>
        )}
      </Pages>
    </ConsoleScreen>
  )
}
