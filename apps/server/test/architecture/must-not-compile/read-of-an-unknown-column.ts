import { getClient } from '../../../../web/src/lib/client/client.ts'

const { rest } = await getClient()
const { data } = await rest.from('alcaldias_disponibles').select('id, nombres').single()
// error: TS2339 column 'nombres' does not exist on 'alcaldias_disponibles'
export const nombre = data?.nombres
