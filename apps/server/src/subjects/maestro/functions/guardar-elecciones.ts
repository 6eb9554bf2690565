import { guardarElecciones } from '@maestros/contrato/maestro/guardar-elecciones'
import { panel as textos } from '@maestros/dominio/maestro/textos-de-panel'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(guardarElecciones, {
  summary:
    'Replaces all trades or all boroughs of a maestro, in one transaction. The first name is the main one.',
  handle: async ({ tipo, nombres }, { caller, run, error }) => {
    const unique = [...new Set(nombres)]
    const [row] = await run(
      (sql) => sql<{ hecho: boolean }[]>`
      select interno.reemplazar_elecciones(${caller.userId}, ${tipo}, ${unique}::text[]) as hecho`,
    )
    if (!row?.hecho) throw error('NOT_FOUND', textos.sinPerfil)
    return { success: true }
  },
})
