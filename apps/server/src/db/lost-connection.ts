/** Codes of the driver and of the operating system. A pool that this server has closed itself is a fault and not here. */
const LOST = /^(CONNECTION_(CLOSED|DESTROYED)|CONNECT_TIMEOUT|ECONN\w+|EPIPE|ETIMEDOUT)$/
/** PostgreSQL stops (57P01), has crashed (57P02) or is not ready yet (57P03). */
const STOPPED = /^57P0[123]$/

/**
 * Whether an error says that the database cannot be reached or went away while a statement ran. Nobody knows then whether the
 * statement was committed. The call may be repeated later, so it is answered with 503.
 */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return false
  // The connection to a client that has left.
  if ('statusCode' in error) return false
  // The socket of a stopped database. A missing file has the same code.
  if (error.code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return LOST.test(error.code) || STOPPED.test(error.code)
}

/** Seconds after which a caller may try again. */
export const LOST_RETRY_SECONDS = 1
