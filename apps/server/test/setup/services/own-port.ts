import { freePort } from '../../../src/platform/http/port.ts'

const FIRST = 20_000
const WORKERS = 8
const PORTS_PER_WORKER = 1000

/** Runs at the same time on one machine begin at different ports. */
let next = process.pid

/**
 * A port for a process that a test starts, perhaps several times. Until it listens, no other program gets the port from the
 * system: it is below those that Linux and macOS choose for connections and for listeners on port 0. Each worker of a
 * test run has its own ports.
 */
export async function ownPort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS
  const port = FIRST + worker * PORTS_PER_WORKER + (next++ % PORTS_PER_WORKER)
  return freePort('127.0.0.1', port).catch(() => ownPort())
}
