import { misSolicitudes, type Solicitud } from '@maestros/contrato/ayuda/mis-solicitudes'
import { SOLICITUDES_MAX } from '@maestros/dominio/limites'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { ticketPictures } from '../ticket-pictures.ts'

interface Row {
  id: string
  estado: Solicitud['estado']
  mensaje: string
  imagenes: string[]
  creado_en: Date
  respuestas: Solicitud['respuestas']
  total: number
}

export default defineFunction(misSolicitudes, {
  summary:
    "The caller's own help requests with their state, pictures and the operators' answers, newest first.",
  prepare: ({ secrets }) => ticketPictures(secrets),
  handle: async (_input, { caller, run, prepared: addressesOf }) => {
    const rows = await run(
      (sql) => sql<Row[]>`
        select t.id, t.estado, t.mensaje, t.creado_en, interno.imagenes_de_ticket(t) as imagenes,
          interno.respuestas_de_ticket(t.id) as respuestas, (count(*) over ())::integer as total
        from public.tickets t where t.usuario_id = ${caller.userId}
        order by t.creado_en desc, t.id limit ${SOLICITUDES_MAX}`,
    )
    return {
      solicitudes: rows.map(({ id, estado, mensaje, creado_en, imagenes, respuestas }) => ({
        id,
        estado,
        mensaje,
        imagenes: imagenes.map((name) => addressesOf(name, caller)),
        creado_en: creado_en.toISOString(),
        respuestas,
      })),
      total: rows[0]?.total ?? 0,
    }
  },
})
