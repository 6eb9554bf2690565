import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { headersOf, signUp, succeed } from './api.ts'
import { makeBuscador, makeMaestro, startChat, write } from './chats.ts'
import { signInOperator } from './console.ts'

/** What waits for operators. */

/** A help request of a new seeker. */
export async function makeTicket(request: APIRequestContext, mensaje: string) {
  const { email, session } = await signUp(request, 'buscador', { nombre: 'Ana', apellido: 'Ruiz' })
  const headers = await headersOf(request, session.access_token)
  const data = { nombre: 'Ana Ruiz', correo: email, mensaje }
  const { ticket_id } = await succeed(request.post('/functions/v1/submit-support-ticket', { headers, data }))
  return { id: String(ticket_id), email, session, person: { id: session.user.id, headers } }
}

/** A report of a new seeker about a new maestro, with one message as evidence. */
export async function makeReport(request: APIRequestContext) {
  const seeker = await makeBuscador(request, { nombre: 'Ana', apellido: 'Ruiz' })
  const maestro = await makeMaestro(request, { nombre: 'Luis', apellido: 'Hernández' })
  const chat_id = await startChat(request, { buscador: seeker, maestro })
  await write(request, maestro, chat_id, 'Necesito un anticipo para comprar el material.')
  const { headers } = seeker
  const [message] = await succeed(
    request.get(`/rest/v1/mensajes?select=id&chat_id=eq.${chat_id}&autor_id=eq.${maestro.id}`, { headers }),
  )
  const data = {
    client_id: randomUUID(),
    persona_id: maestro.id,
    motivo: 'fraude',
    texto: 'Pidió un anticipo y ya no volvió.',
    chat_id,
    mensajes: [message.id],
    bloquear: false,
  }
  await succeed(request.post('/functions/v1/reportar', { headers, data }))
  return { id: await reportAbout(request, maestro.id), seeker, maestro }
}

/** The number of the newest report about an account, as operators find it. */
async function reportAbout(request: APIRequestContext, busqueda: string): Promise<number> {
  const { headers } = await signInOperator(request)
  const call = request.post('/functions/v1/operacion-cuentas', { headers, data: { busqueda } })
  return (await succeed(call)).cuentas[0].reportes_recibidos.ultimos[0].id
}
