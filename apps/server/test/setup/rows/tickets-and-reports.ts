import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Called, call } from '../functions.ts'
import type { TestPerson } from './maestros.ts'

/** What a person asks of operators: a help request, and a report about another person. */

export const TICKET = {
  nombre: 'Ana Ruiz',
  correo: 'formulario@example.com',
  mensaje: 'No puedo entrar al chat',
  imagenes_url: [] as string[],
}

export const sendTicket = ({ client }: Pick<TestPerson, 'client'>, part: object = {}): Promise<Called> =>
  call(client, 'submit-support-ticket', { body: { ...TICKET, ...part } })

/** Sends a ticket that must be accepted, and returns its id. */
export async function ticketOf(...args: Parameters<typeof sendTicket>): Promise<string> {
  return z.object({ ticket_id: z.string() }).parse((await sendTicket(...args)).data).ticket_id
}

export const report = (
  { client }: Pick<TestPerson, 'client'>,
  persona_id: string,
  part: object = {},
): Promise<Called> =>
  call(client, 'reportar', {
    body: { client_id: randomUUID(), persona_id, motivo: 'acoso', bloquear: false, ...part },
  })
