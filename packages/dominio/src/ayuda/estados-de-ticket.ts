/** The states of a ticket, in their order. The database has the same list; a test compares the two. */
export const ESTADOS_DE_TICKET = ['abierto', 'en_proceso', 'resuelto'] as const
export type EstadoDeTicket = (typeof ESTADOS_DE_TICKET)[number]
