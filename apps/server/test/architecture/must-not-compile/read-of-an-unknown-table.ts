import { getClient } from '../../../../web/src/lib/client/client.ts'

const { rest } = await getClient()
// error: TS2769 No overload matches this call
export const answer = await rest.from('maestrosx').select('id')
