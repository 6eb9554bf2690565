import { exportarDatos } from '@maestros/contrato/funciones/cuenta/exportar-datos'
import { EXPORTACION_HORAS } from '@maestros/dominio/mis-datos'
import { funciones as textos } from '@maestros/dominio/textos/funciones'
import { defineFunction } from '../define.ts'
import { lastExport, presentExport } from './support/export-state.ts'

export default defineFunction(exportarDatos, {
  summary: 'Requests an export of all own data. A job prepares it; one a day for each person.',
  handle: async (_input, { caller, run, services, rateLimited }) => {
    const [asked] = await run(
      (sql) => sql<{ nueva: boolean }[]>`
        select interno.pedir_exportacion(${caller.userId}, ${EXPORTACION_HORAS}) as nueva`,
    )
    const [found] = await run((sql) => lastExport(sql, caller.userId))
    const state = presentExport(services.secrets, found)
    // A call whose answer was lost is repeated while the export is prepared.
    if (!asked?.nueva && found?.estado !== 'preparando' && state.proxima_en !== null) {
      const seconds = Math.ceil((Date.parse(state.proxima_en) - Date.now()) / 1000)
      throw rateLimited(textos.exportacionDeHoy, Math.max(1, seconds))
    }
    return state
  },
})
