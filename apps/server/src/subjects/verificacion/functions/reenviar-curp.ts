import { reenviarCurp } from '@maestros/contrato/verificacion/reenviar-curp'
import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(reenviarCurp, {
  summary: 'Puts a rejected CURP back to pending without a change, for a maestro whose CURP is right.',
  handle: async (_input, { caller, run, error }) => {
    const [row] = await run(
      (sql) => sql<{ hecho: boolean }[]>`select interno.reenviar_curp(${caller.userId}) as hecho`,
    )
    if (!row?.hecho) throw error('NOT_FOUND', textos.sinPerfil)
    return { success: true }
  },
})
