import { submitSupportTicket } from '@maestros/contrato/ayuda/submit-support-ticket'
import { CAMPOS, erroresDeTicket } from '@maestros/dominio/ayuda/formulario-de-ticket'
import { ayuda } from '@maestros/dominio/ayuda/textos'
import { TICKET_IMAGENES_MAX } from '@maestros/dominio/limites'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { inOneLine } from '../../../platform/mail/mails.ts'
import { objectNamed } from '../../../platform/objects/address.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { invalidInput } from '../../../protocol/functions/errors.ts'
import { TICKET_BUCKET } from '../ticket-pictures.ts'

/** What interno.enviar_ticket answers. */
type Sent =
  | { estado: 'escrito' | 'repetido'; ticket: string }
  | { estado: 'limite'; segundos: number }
  | { estado: 'sin_objeto' }

export default defineFunction(submitSupportTicket, {
  summary:
    'Sends a help request with up to four uploaded pictures. Sending the same request again writes nothing.',
  handle: async (input, { caller, run, services, rateLimited }) => {
    const ticket = {
      nombre: inOneLine(input.nombre),
      correo: input.correo.trim(),
      mensaje: input.mensaje.trim(),
    }
    const named = input.imagenes_url ?? []
    const imagenes = [...new Set(named.map((text) => pictureOf(caller.userId, text)))]
    const wrong = sentenceFor(ticket, imagenes)
    if (wrong !== undefined) {
      // The caller is checked before the text: a caller without the right gets that error, not one about the text.
      await run((sql) => sql`select`)
      throw invalidInput(wrong)
    }
    const { max, seconds } = services.config.LIMIT_TICKETS_PERSON
    const datos = {
      ...ticket,
      imagenes: imagenes.flatMap((name) => name ?? []),
      client_id: input.client_id ?? null,
    }
    const [sent] = await run(
      (sql) => sql<Sent[]>`
        select estado, ticket, segundos from interno.enviar_ticket(
          ${caller.userId}, ${sql.json(datos)}, ${max}::integer, ${seconds}::integer)`,
    )
    if (sent?.estado === 'limite') throw rateLimited(textos.demasiadosTickets(sent.segundos), sent.segundos)
    if (!sent || sent.estado === 'sin_objeto') throw invalidInput(textos.imagenesAjenas)
    return { success: true, ticket_id: sent.ticket }
  },
})

/** The first sentence that refuses the ticket, in the order of the form. */
function sentenceFor(
  ticket: Parameters<typeof erroresDeTicket>[0],
  imagenes: readonly (string | undefined)[],
): string | undefined {
  const errors = erroresDeTicket(ticket)
  const field = CAMPOS.find((name) => errors[name] !== undefined)
  if (field) return errors[field]
  if (imagenes.length > TICKET_IMAGENES_MAX) return ayuda.formulario.errores.demasiadas
  return imagenes.includes(undefined) ? textos.imagenesAjenas : undefined
}

/** A name without a folder is in the folder of its uploader, as in storage. */
function pictureOf(userId: string, text: string): string | undefined {
  const name = objectNamed(TICKET_BUCKET, text)
  return name === undefined || name.includes('/') ? name : `${userId}/${name}`
}
