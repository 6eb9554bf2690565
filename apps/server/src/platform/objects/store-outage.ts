import { isCoded } from '../error-code.ts'
import { isConnectionLost, S3Error } from './s3.ts'

/** Connections that failed or ended, to the store, a network file system or the database. */
const CONNECTION_CODE = /^(?:ECONN|EHOST|ENET|ENOTCONN|EPIPE|ESTALE|ETIMEDOUT|CONNECT)/

/** Whether the store is away, and has not refused this one file. The same call may work later. */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof S3Error) return error.temporary
  // An error with a statusCode is of the connection to a client that has left.
  if (!(error instanceof Error) || 'statusCode' in error) return false
  if (error.name === 'TimeoutError' || isConnectionLost(error)) return true
  return isCoded(error) && CONNECTION_CODE.test(error.code)
}
