import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CallerError } from '../../platform/caller.ts'
import { isDatabaseLost, isTooSlow, retryAfterOf } from '../../platform/db/database-errors.ts'
import { isDeeperThan } from '../../platform/limits/json-depth.ts'
import type { Services } from '../../platform/services.ts'
import { type Authorizer, isChatTopic, Refusal } from './authorizer.ts'
import { broadcastOf, cannotWrite, isTooLong, sizeOf } from './broadcast.ts'
import type { BroadcastContent } from './frames.ts'
import { PREFIX } from './hub.ts'
import { BROADCAST_BYTES, FRAME_BYTES_PER_CREDIT, RETRY_SECONDS } from './limits.ts'
import { type Quota, type Quotas, spend } from './quotas.ts'

/** Broadcasts to a conversation over HTTP, without joining it, as the client's `httpSend` and `send` do. */

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
  authorizer: Authorizer,
  quotas: Quotas,
): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof CallerError) return reply.code(401).send({ message: 'Unauthorized' })
    if (error instanceof Refusal) return reply.code(403).send({ message: error.message })
    if (error instanceof TooMany) {
      reply.header('retry-after', String(RETRY_SECONDS))
      return reply.code(429).send({ message: 'Too many requests' })
    }
    if (isDatabaseLost(error)) request.log.error({ err: error }, 'the database could not serve a broadcast')
    if (isTooSlow(error)) request.log.warn({ err: error }, 'a statement of a broadcast took too long')
    const retryAfter = retryAfterOf(error)
    if (retryAfter !== undefined) {
      reply.header('retry-after', String(retryAfter))
      return reply.code(503).send({ message: 'Service Unavailable' })
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

  const broadcast = async (authorization: string | undefined, messages: BroadcastMessage[]) => {
    const person = await authorizer.personOf(tokenOf(authorization))
    const blocked = new Set<string>()
    for (const topic of new Set(messages.map((message) => message.topic))) {
      if (!isChatTopic(PREFIX + topic)) throw new Refusal('Unauthorized', cannotWrite(topic))
      const chat = await authorizer.checkTopic(PREFIX + topic, person, false)
      if (chat.blocked) blocked.add(topic)
    }
    const contents = messages.map(({ topic, event, payload }) => ({
      topic,
      content: contentOf(event, payload),
    }))
    if (person) pay(quotas.person(person.userId), contents)
    for (const { topic, content: one } of contents) {
      if (!blocked.has(topic)) bus.publish(broadcastOf(PREFIX + topic, one))
    }
  }

  app.post('/api/broadcast', async (request, reply) => {
    await callers.read(request)
    const { messages } = Batch.parse(request.body)
    await broadcast(request.headers.authorization, messages)
    return reply.code(202).send()
  })
  app.post<{ Params: { topic: string; event: string } }>(
    '/api/broadcast/:topic/events/:event',
    async (request, reply) => {
      await callers.read(request)
      await broadcast(request.headers.authorization, [{ ...request.params, payload: request.body }])
      return reply.code(202).send()
    },
  )
}

interface BroadcastMessage {
  topic: string
  event: string
  payload?: unknown
}

const tokenOf = (authorization: string | undefined) => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

/** Takes the cost from the person's credit, which the sockets of the person use too. */
function pay(quota: Quota, messages: { content: BroadcastContent }[]): void {
  const cost = messages.reduce(
    (sum, { content }) => sum + 1 + Math.floor(sizeOf(content) / FRAME_BYTES_PER_CREDIT),
    0,
  )
  if (!spend(quota, cost, quota, Date.now())) throw new TooMany()
}

class TooMany extends Error {}

function contentOf(event: string, payload: unknown): BroadcastContent {
  const content: BroadcastContent = Buffer.isBuffer(payload)
    ? { event, encoding: 'binary', bytes: payload }
    : { event, encoding: 'json', text: jsonOf(payload) }
  if (isTooLong(content)) throw new z.ZodError([])
  return content
}

/** JSON.stringify throws a RangeError for a value that is nested some thousand levels deep. */
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
