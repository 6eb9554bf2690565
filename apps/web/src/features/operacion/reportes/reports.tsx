import { fechaYHora } from '@maestros/dominio/fechas'
import { operacion } from '@maestros/dominio/operacion/textos'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Cuales, reportesQuery } from '../api/reportes.ts'
import { ChoiceLinks } from '../choice-links.tsx'
import { EmptyTray } from '../drawings.tsx'
import { Pages } from '../paged-list.tsx'
import { ConsoleScreen, nameOf } from '../parts.tsx'
import { ReportBadge } from '../state-badge.tsx'

const { reportes: textos } = operacion
const PATH = '/operacion/reportes'

/** The reports of people, without or with the closed ones. */
export function Reports({ cuales }: { cuales: Cuales }) {
  const query = useInfiniteQuery(reportesQuery(cuales))
  const pages = query.data?.pages
  return (
    <ConsoleScreen title={textos.titulo}>
      <ChoiceLinks
        label={textos.cuales}
        options={[
          { to: PATH, name: textos.abiertos, current: cuales === 'abiertos' },
          { to: `${PATH}?cuales=todos`, name: textos.todos, current: cuales === 'todos' },
        ]}
      />
      {pages && <p className="text-sm text-muted-foreground">{textos.total(pages[0]?.total ?? 0)}</p>}
      <Pages
        key={cuales}
        label={textos.titulo}
        query={query}
        rows={pages?.flatMap(({ reportes }) => reportes)}
        keyOf={({ id }) => id}
        empty={cuales === 'abiertos' ? textos.vacio : textos.vacioTodos}
        drawing={<EmptyTray />}
      >
        {({ id, motivo, reportante, reportado, mensajes, creado_en, cerrado_en }) => (
          <Link
            to={`${PATH}/${id}`}
            className="block rounded-card border border-border bg-card p-4 [overflow-wrap:anywhere] hover:bg-muted"
          >
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-semibold">{textos.motivos[motivo]}</span>
              <ReportBadge cerrado={cerrado_en !== null} />
            </span>
            <span className="mt-1 block">{textos.quien(nameOf(reportante), nameOf(reportado))}</span>
            <span className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted-foreground">
              <span>{fechaYHora(new Date(creado_en))}</span>
              <span>{textos.mensajes(mensajes)}</span>
            </span>
          </Link>
        )}
      </Pages>
    </ConsoleScreen>
  )
}
