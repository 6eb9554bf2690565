import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CallerError } from '../caller.ts'
import { isDeeperThan } from '../limits/json-depth.ts'
import type { Services } from '../services.ts'
import { type Authority, isOfChat, Refusal } from './authority.ts'
import { broadcastOf, cannotWrite, isTooLong, sizeOf } from './broadcast.ts'
import type { Said } from './frames.ts'
import { PREFIX } from './hub.ts'
import { BROADCAST_BYTES, FRAME_BYTES_PER_CREDIT, RETRY_SECONDS } from './limits.ts'
import { type Share, type Shares, spend } from './shares.ts'

/** Saying something in a conversation without having joined it, as the client's `httpSend` and `send` do. */

const MESSAGES = 20
const Batch = z.object({
  messages: z
    .array(z.object({ topic: z.string(), event: z.string(), payload: z.unknown().optional() }))
    .min(1)
    .max(MESSAGES),
})

export function broadcastRoutes(
  app: FastifyInstance,
  { callers, bus }: Services,
  authority: Authority,
  shares: Shares,
): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof CallerError) return reply.code(401).send({ message: 'Unauthorized' })
    if (error instanceof Refusal) return reply.code(403).send({ message: error.message })
    if (error instanceof TooMany) {
      reply.header('retry-after', String(RETRY_SECONDS))
      return reply.code(429).send({ message: 'Too many requests' })
    }
    if (error instanceof z.ZodError) return reply.code(422).send({ message: 'Unprocessable Entity' })
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status < 500) return reply.code(status).send({ message: 'Bad Request' })
    request.log.error({ err: error }, 'a broadcast failed')
    return reply.code(500).send({ message: 'Internal Server Error' })
  })
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: BROADCAST_BYTES },
    (_r, body, done) => done(null, body),
  )

  const say = async (authorization: string | undefined, messages: Spoken[]) => {
    const person = await authority.personOf(tokenOf(authorization))
    for (const topic of new Set(messages.map((message) => message.topic))) {
      if (!isOfChat(PREFIX + topic)) throw new Refusal('Unauthorized', cannotWrite(topic))
      await authority.checkTopic(PREFIX + topic, person, false)
    }
    const said = messages.map(({ topic, event, payload }) => ({ topic, said: saidOf(event, payload) }))
    if (person) pay(shares.person(person.userId), said)
    for (const { topic, said: one } of said) bus.publish(broadcastOf(PREFIX + topic, one))
  }

  app.post('/api/broadcast', async (request, reply) => {
    await callers.read(request)
    const { messages } = Batch.parse(request.body)
    await say(request.headers.authorization, messages)
    return reply.code(202).send()
  })
  app.post<{ Params: { topic: string; event: string } }>(
    '/api/broadcast/:topic/events/:event',
    async (request, reply) => {
      await callers.read(request)
      await say(request.headers.authorization, [{ ...request.params, payload: request.body }])
      return reply.code(202).send()
    },
  )
}

interface Spoken {
  topic: string
  event: string
  payload?: unknown
}

const tokenOf = (authorization: string | undefined) => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

/** The person's credit, which the person's sockets use too. */
function pay(share: Share, messages: { said: Said }[]): void {
  const cost = messages.reduce(
    (sum, { said }) => sum + 1 + Math.floor(sizeOf(said) / FRAME_BYTES_PER_CREDIT),
    0,
  )
  if (!spend(share, cost, share, Date.now())) throw new TooMany()
}

class TooMany extends Error {}

function saidOf(event: string, payload: unknown): Said {
  const said: Said = Buffer.isBuffer(payload)
    ? { event, encoding: 'binary', bytes: payload }
    : { event, encoding: 'json', text: jsonOf(payload) }
  if (isTooLong(said)) throw new z.ZodError([])
  return said
}

/** JSON.stringify throws a RangeError for a value that is nested some thousand times. */
function jsonOf(payload: unknown): string {
  let text: string
  try {
    text = JSON.stringify(payload ?? {})
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new z.ZodError([])
  }
  if (isDeeperThan(text)) throw new z.ZodError([])
  return text
}
