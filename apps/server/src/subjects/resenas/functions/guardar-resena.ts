import { guardarResena } from '@maestros/contrato/resenas/guardar-resena'
import { RESENA_EDITABLE_DIAS } from '@maestros/dominio/limites'
import { erroresDeResena } from '@maestros/dominio/resenas/formulario'
import type { Impedimento } from '@maestros/dominio/resenas/impedimentos'
import { resenas as textos } from '@maestros/dominio/resenas/textos'
import { type ResenaRow, resenaChange } from '../../../platform/bus/changes.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'
import { newcomers } from '../../../protocol/functions/new-account-limits.ts'
import { presentOwn } from '../own-review.ts'

type Written = { estado: 'escrita' | 'editada' | 'igual'; resena: ResenaRow; recien_llegado: boolean }
type Refused = { estado: Impedimento; resena: null }

export default defineFunction(guardarResena, {
  summary:
    'Writes or edits the review of the caller about a maestro. Sending the same review again changes nothing.',
  prepare: (services) => newcomers(services, 'resena'),
  handle: async (input, { caller, run, error, services, addressGroup, prepared: limited }) => {
    const comentario = input.comentario.trim()
    const fotos = [...new Set(input.fotos ?? [])]
    const [wrong] = Object.values(erroresDeResena({ ...input, comentario, fotos }))
    if (wrong !== undefined) {
      // The caller is checked before the text: a caller without the right gets that error, not one about the text.
      await run((sql) => sql`select`)
      throw invalidInput(wrong)
    }
    const [written] = await limited(
      addressGroup,
      (frenos) =>
        run(
          (sql) => sql<(Written | Refused)[]>`
          select estado, resena, interno.etapa_de_cuenta(${caller.userId}) = 'nueva' as recien_llegado
          from interno.guardar_resena(
            ${caller.userId}, ${input.maestro_id}, ${input.puntuacion}, ${comentario}, ${input.trabajo_realizado},
            ${fotos}::text[], ${RESENA_EDITABLE_DIAS}, ${sql.json({ ...frenos })})`,
        ),
      ([row]) => row?.estado === 'escrita' && row.recien_llegado,
    )
    if (!written?.resena) {
      const reason = written?.estado ?? 'sin_maestro'
      throw error(reason === 'sin_maestro' ? 'NOT_FOUND' : 'FORBIDDEN', textos.impedimentos[reason])
    }
    if (written.estado !== 'igual') {
      services.bus.publish(resenaChange(written.estado === 'escrita' ? 'INSERT' : 'UPDATE', written.resena))
    }
    return { success: true, resena: presentOwn(written.resena, fotos) }
  },
})
