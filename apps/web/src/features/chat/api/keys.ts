import type { Lado } from '@maestros/dominio/chat/lado'

/** Cache keys of the data that live events update. */
export const chatsKey = (side: Lado) => ['chats', side] as const
export const noLeidosKey = (side: Lado) => ['no-leidos', side] as const

/** The columns of `chats` for each side: its person and its unread counter. */
export const SIDES = {
  buscador: { owner: 'buscador_id', unread: 'no_leidos_buscador' },
  maestro: { owner: 'maestro_id', unread: 'no_leidos_maestro' },
} as const satisfies Record<Lado, object>
