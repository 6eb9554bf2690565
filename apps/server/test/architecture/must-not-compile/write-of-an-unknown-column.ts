import { getClient } from '../../../../web/src/lib/client/client.ts'

const { rest } = await getClient()
// error: TS2561 'descripciones' does not exist
export const answer = await rest.from('maestros').update({ descripciones: 'x' })
