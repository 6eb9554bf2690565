import { getClient } from '../../../../web/src/lib/client/client.ts'

const { rest } = await getClient()
// error: TS2561 'chat_id' does not exist
export const answer = await rest.rpc('mark_messages_as_read', { chat_id: 'x', p_user_role: 'buscador' })
