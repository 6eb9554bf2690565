import { operacion } from '@maestros/dominio/operacion/textos'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Cuales, solicitudesQuery } from '../api/solicitudes.ts'
import { TicketBadge } from '../state-badge.tsx'
import { Tray, TrayRow } from '../tray.tsx'

const { solicitudes: textos } = operacion
const PATH = '/operacion/solicitudes'

/** The help requests, without or with the resolved ones. */
export function Requests({ cuales }: { cuales: Cuales }) {
  return (
    <Tray
      path={PATH}
      textos={textos}
      choices={[
        { value: 'abiertas', name: textos.abiertas, empty: textos.vacio },
        { value: 'todas', name: textos.todas, empty: textos.vacioTodas },
      ]}
      current={cuales}
      query={useInfiniteQuery(solicitudesQuery(cuales))}
      rowsOf={({ solicitudes }) => solicitudes}
    >
      {({ id, nombre, mensaje, estado, creado_en, respuestas }) => (
        <TrayRow
          to={`${PATH}/${id}`}
          title={nombre ?? operacion.cuentaEliminada}
          badge={<TicketBadge estado={estado} />}
          creado_en={creado_en}
          count={textos.respuestas(respuestas)}
        >
          {mensaje !== null && <span className="mt-1 line-clamp-2">{mensaje}</span>}
        </TrayRow>
      )}
    </Tray>
  )
}
