import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CallerError } from '../http/caller.ts'
import type { Services } from '../services.ts'
import { type Authority, isOfChat, Refusal } from './authority.ts'
import { broadcastOf, cannotWrite, isTooLong } from './broadcast.ts'
import type { Said } from './frames.ts'
import { PREFIX } from './hub.ts'
import { BROADCAST_BYTES } from './limits.ts'

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
): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof CallerError) return reply.code(401).send({ message: 'Unauthorized' })
    if (error instanceof Refusal) return reply.code(403).send({ message: error.message })
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

  const say = async (token: string | undefined, messages: { topic: string; said: Said }[]) => {
    const person = await authority.personOf(token)
    for (const { topic, said } of messages) {
      if (!isOfChat(PREFIX + topic)) throw new Refusal('Unauthorized', cannotWrite(topic))
      await authority.checkTopic(PREFIX + topic, person)
      if (isTooLong(said)) throw new z.ZodError([])
    }
    for (const { topic, said } of messages) bus.publish(broadcastOf(PREFIX + topic, said))
  }
  const tokenOf = (authorization: string | undefined) => /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

  app.post('/api/broadcast', async (request, reply) => {
    await callers.read(request)
    const { messages } = Batch.parse(request.body)
    const said = messages.map(({ topic, event, payload }) => ({ topic, said: jsonSaid(event, payload) }))
    await say(tokenOf(request.headers.authorization), said)
    return reply.code(202).send()
  })
  app.post<{ Params: { topic: string; event: string } }>(
    '/api/broadcast/:topic/events/:event',
    async (request, reply) => {
      await callers.read(request)
      const { topic, event } = request.params
      const said: Said = Buffer.isBuffer(request.body)
        ? { event, encoding: 'binary', bytes: request.body }
        : jsonSaid(event, request.body)
      await say(tokenOf(request.headers.authorization), [{ topic, said }])
      return reply.code(202).send()
    },
  )
}

const jsonSaid = (event: string, payload: unknown): Said => ({
  event,
  encoding: 'json',
  text: JSON.stringify(payload ?? {}),
})
