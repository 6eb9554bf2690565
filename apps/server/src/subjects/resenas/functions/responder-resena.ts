import { responderResena } from '@maestros/contrato/resenas/responder-resena'
import { errorDeRespuesta } from '@maestros/dominio/resenas/formulario'
import { resenas as textos } from '@maestros/dominio/resenas/textos'
import { type ResenaRow, resenaChange } from '../../../platform/bus/changes.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'

interface Answered {
  estado: 'respondida' | 'igual' | 'ya_respondida' | 'sin_resena'
  resena: ResenaRow | null
}

export default defineFunction(responderResena, {
  summary:
    "The maestro's single answer to a review. It cannot be changed; sending the same one again changes nothing.",
  handle: async (input, { caller, run, error, services }) => {
    const respuesta = input.respuesta.trim()
    const wrong = errorDeRespuesta(respuesta)
    if (wrong !== undefined) {
      // The caller is checked before the text: a caller without the right gets that error, not one about the text.
      await run((sql) => sql`select`)
      throw invalidInput(wrong)
    }
    const [answered] = await run(
      (sql) => sql<Answered[]>`
        select estado, resena from interno.responder_resena(${caller.userId}, ${input.resena_id}, ${respuesta})`,
    )
    if (!answered?.resena || answered.estado === 'sin_resena')
      throw error('NOT_FOUND', textos.errores.noEncontrada)
    if (answered.estado === 'ya_respondida') throw error('FORBIDDEN', textos.errores.yaRespondida)
    if (answered.estado === 'respondida') services.bus.publish(resenaChange('UPDATE', answered.resena))
    return { success: true }
  },
})
