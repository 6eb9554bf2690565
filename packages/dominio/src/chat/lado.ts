/**
 * The two sides of a chat. A side says what a person is in one chat; an account's role (acceso/roles.ts) says what the account
 * may do. The words are alike because the chat's columns are named after them, and neither is derived from the other.
 */
export const LADOS = ['buscador', 'maestro'] as const
export type Lado = (typeof LADOS)[number]

interface PersonasDelChat {
  buscador_id: string
  maestro_id: string
}

/** The side that a person has in a chat, by the chat's row; null for everyone who is not in it. */
export function ladoDe(chat: PersonasDelChat, personaId: string): Lado | null {
  return LADOS.find((lado) => chat[`${lado}_id`] === personaId) ?? null
}
