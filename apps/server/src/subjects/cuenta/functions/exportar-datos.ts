import { exportarDatos } from '@maestros/contrato/cuenta/exportar-datos'
import { EXPORTACION_HORAS, EXPORTACIONES_MAX } from '@maestros/dominio/cuenta/cierre-y-exportacion'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { lastExport, presentExport, reachedMaximum } from '../export-state.ts'

export default defineFunction(exportarDatos, {
  summary: 'Requests an export of all own data. A job prepares it; one a day for each person.',
  handle: async (_input, { caller, run, services, rateLimited }) => {
    const [asked] = await run(
      (sql) => sql<{ nueva: boolean }[]>`
        select interno.pedir_exportacion(${caller.userId}, ${EXPORTACION_HORAS}, ${EXPORTACIONES_MAX}) as nueva`,
    )
    const [found] = await run((sql) => lastExport(sql, caller.userId))
    const state = presentExport(services.secrets, found, caller)
    // A call whose answer was lost is repeated while the export is prepared.
    if (!asked?.nueva && found?.estado !== 'preparando' && state.proxima_en !== null) {
      const seconds = Math.max(1, Math.ceil((Date.parse(state.proxima_en) - Date.now()) / 1000))
      throw rateLimited(
        reachedMaximum(found) ? textos.demasiadasCopias(EXPORTACIONES_MAX, seconds) : textos.exportacionDeHoy,
        seconds,
      )
    }
    return state
  },
})
