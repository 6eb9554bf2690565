import { operacion } from '@maestros/dominio/operacion/textos'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Cuales, reportesQuery } from '../api/reportes.ts'
import { nameOf } from '../parts.tsx'
import { ReportBadge } from '../state-badge.tsx'
import { Tray, TrayRow } from '../tray.tsx'

const { reportes: textos } = operacion
const PATH = '/operacion/reportes'

/** The reports of people, without or with the closed ones. */
export function Reports({ cuales }: { cuales: Cuales }) {
  return (
    <Tray
      path={PATH}
      textos={textos}
      choices={[
        { value: 'abiertos', name: textos.abiertos, empty: textos.vacio },
        { value: 'todos', name: textos.todos, empty: textos.vacioTodos },
      ]}
      current={cuales}
      query={useInfiniteQuery(reportesQuery(cuales))}
      rowsOf={({ reportes }) => reportes}
    >
      {({ id, motivo, reportante, reportado, mensajes, creado_en, cerrado_en }) => (
        <TrayRow
          to={`${PATH}/${id}`}
          title={textos.motivos[motivo]}
          badge={<ReportBadge cerrado={cerrado_en !== null} />}
          creado_en={creado_en}
          count={textos.mensajes(mensajes)}
        >
          <span className="mt-1 block">{textos.quien(nameOf(reportante), nameOf(reportado))}</span>
        </TrayRow>
      )}
    </Tray>
  )
}
