import type { Role } from '@maestros/dominio/acceso'

/** Where the cache keeps what the live hub writes to. */
export const chatsKey = (role: Role) => ['chats', role] as const
export const noLeidosKey = (role: Role) => ['no-leidos', role] as const

/** A person's side of a chat: whose row it is, and what they have not read. */
export const SIDES = {
  buscador: { owner: 'buscador_id', unread: 'no_leidos_buscador' },
  maestro: { owner: 'maestro_id', unread: 'no_leidos_maestro' },
} as const satisfies Record<Role, object>
