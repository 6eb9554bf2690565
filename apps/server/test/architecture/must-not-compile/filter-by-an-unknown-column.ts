import { getClient } from '../../../../web/src/lib/client/client.ts'

const { rest } = await getClient()
// error: TS2345 Argument of type '"buscador"' is not assignable
export const answer = await rest.from('chats').select('id').eq('buscador', 'x')
