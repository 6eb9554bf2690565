import { avisame } from '@maestros/contrato/directorio/avisame'
import { AVISOS_POR_BUSCADOR } from '@maestros/dominio/limites'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'

export default defineFunction(avisame, {
  summary:
    'Has one e-mail sent when a maestro of a trade and borough without any is listed, or takes that back.',
  handle: async ({ alcaldia, oficio, activo }, { caller, run, error }) => {
    if (!activo) {
      await run(
        (sql) => sql`
        delete from interno.avisos_de_busqueda
        where buscador_id = ${caller.userId} and alcaldia = ${alcaldia} and oficio = ${oficio}`,
      )
      return { success: true }
    }
    const [row] = await run(
      // Requesting an alert also enables alert e-mails, even if the person had disabled them.
      (sql) => sql<{ resultado: string }[]>`
      with pedido as materialized (
        select interno.pedir_aviso(${caller.userId}, ${alcaldia}, ${oficio}, ${AVISOS_POR_BUSCADOR}) as resultado
      ), querido as (
        update public.preferencias_avisos p set correo_busquedas = true from pedido
        where pedido.resultado = 'pedido' and p.user_id = ${caller.userId} and not p.correo_busquedas
      )
      select resultado from pedido`,
    )
    if (row?.resultado === 'limite') throw error('FORBIDDEN', textos.avisosDemasiados(AVISOS_POR_BUSCADOR))
    if (row?.resultado === 'ya_hay') throw invalidInput(textos.avisoConResultados)
    if (row?.resultado !== 'pedido') throw invalidInput(textos.datoFueraDeCatalogo('alcaldia u oficio'))
    return { success: true }
  },
})
