import type { Role } from '@maestros/dominio/acceso'

/** Cache keys of the data that live events update. */
export const chatsKey = (role: Role) => ['chats', role] as const
export const noLeidosKey = (role: Role) => ['no-leidos', role] as const

/** The columns of `chats` for each side: its person and its unread counter. */
export const SIDES = {
  buscador: { owner: 'buscador_id', unread: 'no_leidos_buscador' },
  maestro: { owner: 'maestro_id', unread: 'no_leidos_maestro' },
} as const satisfies Record<Role, object>
