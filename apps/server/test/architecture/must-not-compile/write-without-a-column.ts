import { getClient } from '../../../../web/src/lib/client/client.ts'

const { rest } = await getClient()
// error: TS2345 Argument of type '{ oficio: string; }' is not assignable
export const answer = await rest.from('maestro_oficios').insert({ oficio: 'Plomería' })
