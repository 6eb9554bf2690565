import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addressGroup } from '../limits/address.ts'

/**
 * An answer is in memory until its client has read it, which may take minutes on a slow network (slow-readers.ts). Without this
 * limit, one address could hold an answer of the data surface, up to 4 MB, for each of its connections. Small answers do not count: the
 * number of connections bounds them. Nor do streams, which are read as fast as they are sent.
 */
const SMALL_BYTES = 64 * 1024
const MB = 1024 * 1024
const DEFAULTS = { addressBytes: 64 * MB, totalBytes: 256 * MB }

interface Answer {
  bytes: number
  socket: Socket
}

/** The answers of an address that are not sent yet, the oldest first. */
interface Unsent {
  bytes: number
  answers: Set<Answer>
}

/** Closes the connections that have waited longest for their client, when the memory of an address, or of all, is used up. */
export function addUnsentAnswerLimit(
  app: FastifyInstance,
  { addressBytes, totalBytes }: typeof DEFAULTS = DEFAULTS,
): void {
  const addresses = new Map<string, Unsent>()
  let total = 0
  const remove = (address: string, unsent: Unsent, answer: Answer) => {
    if (!unsent.answers.delete(answer)) return
    unsent.bytes -= answer.bytes
    total -= answer.bytes
    if (unsent.answers.size === 0) addresses.delete(address)
  }
  const closeOldest = (address: string, unsent: Unsent) => {
    for (const answer of unsent.answers) {
      remove(address, unsent, answer)
      answer.socket.destroy()
      return
    }
  }
  const largest = () => [...addresses].reduce((one, other) => (other[1].bytes > one[1].bytes ? other : one))

  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
    // When the client has left, 'close' has passed, and nothing would remove the answer.
    if (bytes <= SMALL_BYTES || reply.raw.destroyed) return done(null, payload)
    const address = addressGroup(request.ip)
    const unsent = addresses.get(address) ?? { bytes: 0, answers: new Set() }
    const answer = { bytes, socket: request.raw.socket }
    addresses.set(address, unsent)
    unsent.answers.add(answer)
    unsent.bytes += bytes
    total += bytes
    reply.raw.once('close', () => remove(address, unsent, answer))
    while (unsent.bytes > addressBytes && unsent.answers.size > 1) closeOldest(address, unsent)
    while (total > totalBytes && total > bytes) closeOldest(...largest())
    done(null, payload)
  })
}
