import { oficiosBuscados } from '@maestros/contrato/directorio/oficios-buscados'
import { MAS_BUSCADOS } from '@maestros/dominio/limites'
import { defineFunction } from '../../../protocol/functions/define.ts'

export default defineFunction(oficiosBuscados, {
  summary: 'The trades that are searched most in a borough. Counts of searches, without who searched.',
  handle: async ({ alcaldia }, { withConnection, services }) => {
    const { sql } = services.db
    const [row] = await withConnection(
      () => sql<{ oficios: string[] }[]>`
        select interno.oficios_mas_buscados(${alcaldia}, ${MAS_BUSCADOS}) as oficios`,
    )
    return { oficios: row?.oficios ?? [] }
  },
})
