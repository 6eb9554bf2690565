import { reportar } from '@maestros/contrato/seguridad/reportar'
import { REPORTES_POR_DIA } from '@maestros/dominio/seguridad/reportes'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { type ChatRow, chatChange } from '../../../platform/bus/changes.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'
import { newcomers } from '../../../protocol/functions/new-account-limits.ts'

/** What interno.reportar answers, and the chat of the two when the report also blocks. */
interface Reported {
  estado: 'escrito' | 'repetido' | 'desconocido' | 'limite'
  chat: ChatRow | null
  segundos: number
  recien_llegado: boolean
}

export default defineFunction(reportar, {
  summary:
    'Reports a person to the operators, with a reason and optional messages, and can block in the same step.',
  prepare: (services) => newcomers(services, 'reporte'),
  handle: async ({ persona_id, bloquear, ...datos }, context) => {
    const { caller, run, services, error, rateLimited, addressGroup, prepared: limited } = context
    if (datos.motivo === 'otro' && datos.texto === undefined) throw invalidInput(textos.datoFaltante('texto'))
    const [reported] = await limited(
      addressGroup,
      (frenos) =>
        run(
          (sql) => sql<Reported[]>`
          select estado, case when (chat).id is not null then to_jsonb(chat) end as chat,
            interno.segundos_hasta(
              (interno.dia_de_la_ciudad(now()) + 1)::timestamp at time zone 'America/Mexico_City') as segundos,
            interno.etapa_de_cuenta(${caller.userId}) = 'nueva' as recien_llegado
          from interno.reportar_y_bloquear(
            ${caller.userId}, ${persona_id}, ${sql.json(datos)}, ${REPORTES_POR_DIA}, ${bloquear}, ${sql.json({ ...frenos })})`,
        ),
      ([row]) => row?.estado === 'escrito' && row.recien_llegado,
    )
    if (reported?.estado === 'limite') throw rateLimited(textos.demasiadosReportes, reported.segundos)
    if (!reported || reported.estado === 'desconocido') throw error('NOT_FOUND', textos.personaNoEncontrada)
    if (reported.chat) services.bus.publish(chatChange('UPDATE', reported.chat))
    return { success: true }
  },
})
