import type { Database } from '@maestros/contrato/tablas'
import { CallError, unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'

type Change = Database['public']['Tables']['maestros']['Update']

/** Changes columns of the own row. A row that is not there is an error and not a silent success. */
export async function updateMaestro(id: string, change: Change) {
  const { rest } = await getClient()
  const rows = unwrap(await rest.from('maestros').update(change).eq('id', id).select('id'))
  if (rows.length === 0) throw new CallError('no row was changed', 404)
}
