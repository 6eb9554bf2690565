/**
 * The kinds of events that the database records in interno.eventos, in the transaction that causes them. The check
 * constraint of the table has the same list; a test compares the two.
 */
export const EVENTOS = [
  'cuenta_creada',
  'perfil_completado',
  'chat_iniciado',
  'contacto_accedido',
  'verificacion_decidida',
  'cuenta_suspendida',
  'cuenta_restaurada',
  'resena_escrita',
  'resena_editada',
  'resena_respondida',
  'resena_retirada',
  'foto_de_resena_retirada',
  'persona_reportada',
  'cierre_pedido',
  'cierre_deshecho',
  'ticket_enviado',
  'ticket_respondido',
] as const
export type Evento = (typeof EVENTOS)[number]
