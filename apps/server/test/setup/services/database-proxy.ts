import type { DatabaseTarget } from '../../../src/platform/db/pool.ts'
import { type NetworkProxy, startNetworkProxy } from './network-proxy.ts'

/** A network between the server and PostgreSQL that a test can interrupt. */
export type DatabaseProxy = NetworkProxy & { target: DatabaseTarget }

export async function startDatabaseProxy(database: {
  host: string
  port: number
  database: string
  username: string
  password: string
}): Promise<DatabaseProxy> {
  const proxy = await startNetworkProxy({ path: `${database.host}/.s.PGSQL.${database.port}` })
  const { username, password, database: name } = database
  const target = { url: `postgres://${username}:${password}@127.0.0.1:${proxy.port}/${name}` }
  return Object.assign(proxy, { target })
}
