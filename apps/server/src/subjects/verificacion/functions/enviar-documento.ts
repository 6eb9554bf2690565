import { enviarDocumento } from '@maestros/contrato/verificacion/enviar-documento'
import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(enviarDocumento, {
  summary:
    'Stores the back of the INE or the proof of address of a maestro, which was uploaded before. Its verification is pending again.',
  handle: async ({ tipo, objeto }, { caller, run, error }) => {
    const [row] = await run(
      (sql) => sql<{ hecho: boolean }[]>`
      select interno.guardar_documento(${caller.userId}, ${tipo}, ${objeto}) as hecho`,
    )
    if (!row?.hecho) throw error('NOT_FOUND', textos.sinPerfil)
    return { success: true }
  },
})
