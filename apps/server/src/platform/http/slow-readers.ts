import type { FastifyInstance } from 'fastify'

/**
 * A response that the client does not read stays in memory, so its connection is closed when no byte is sent
 * for IDLE_MS, and when the whole takes longer than GRACE_MS plus its time at the slowest supported rate.
 * That rate is the rate of a 2G connection, so that a phone on 2G still gets every page and picture.
 */
const IDLE_MS = 15_000
const GRACE_MS = 60_000
const SLOWEST_BYTES_PER_SECOND = 4 * 1024
/** For a stream without a declared length. */
const UNKNOWN_LENGTH = 8 * 1024 * 1024

const DEFAULTS = { idleMs: IDLE_MS, graceMs: GRACE_MS, bytesPerSecond: SLOWEST_BYTES_PER_SECOND }

export function addSlowReaderRule(
  app: FastifyInstance,
  { idleMs, graceMs, bytesPerSecond } = DEFAULTS,
): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const { socket } = request.raw
    // Node counts a shrinking write queue as activity. It sets its own timeout again when the response is
    // finished.
    socket.setTimeout(idleMs)
    const bytes = lengthOf(payload, reply.getHeader('content-length'))
    const deadline = setTimeout(() => socket.destroy(), graceMs + (bytes / bytesPerSecond) * 1000)
    deadline.unref()
    // Emitted when the last byte was given to the operating system, and when the connection was lost.
    reply.raw.once('close', () => clearTimeout(deadline))
    done(null, payload)
  })
}

function lengthOf(payload: unknown, header: unknown): number {
  if (payload === undefined || payload === null) return 0
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return Buffer.byteLength(payload)
  const declared = header === undefined ? Number.NaN : Number(header)
  return Number.isFinite(declared) ? declared : UNKNOWN_LENGTH
}
