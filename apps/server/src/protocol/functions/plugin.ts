import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ANON, type Caller } from '../../platform/caller.ts'
import type { ReadJson } from '../../platform/http/input.ts'
import { addressGroup, callerKey } from '../../platform/limits/address.ts'
import { type FairQueueOptions, fairQueue } from '../../platform/limits/fair-queue.ts'
import { Overloaded } from '../../platform/limits/overloaded.ts'
import type { Services } from '../../platform/services.ts'
import { addBodies, refuseOtherBodies } from './bodies.ts'
import { checkedAnswers } from './checked-answers.ts'
import { type FunctionDefinition, JsonText } from './define.ts'
import { FunctionError, forbidden, rateLimited, sendError, sessionRequired } from './errors.ts'
import type { LoadedFunction } from './load.ts'
import { runFor } from './person.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The functions surface: mounts the functions, and maps callers and errors for all of them. */
export const functionsSurface: FastifyPluginAsync<{
  services: Services
  readJson: ReadJson
  functions: readonly LoadedFunction[]
}> = async (app, { services, readJson, functions }) => {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    sendError(new FunctionError('NOT_FOUND', textos.funcionDesconocida), request, reply),
  )
  addBodies(app, readJson)
  const callerOf = callerReaderFor(services)
  const connections = fairQueue(sharesOf(services.config.DATABASE_POOL))

  for (const { definition } of functions) {
    const { name, method, params = [] } = definition.contract
    const url = `/${[name, ...params.map((param) => `:${param}`)].join('/')}`
    app.route({
      method,
      url,
      handler: handlerOf(definition),
      ...(method === 'POST' && { preParsing: refuseOtherBodies }),
    })
    app.route({
      method: METHODS.filter((other) => other !== method),
      url,
      handler: (request, reply) =>
        sendError(
          new FunctionError('METHOD_NOT_ALLOWED', textos.metodoNoPermitido, { headers: { allow: method } }),
          request,
          reply,
        ),
    })
  }

  function handlerOf({ contract, start }: FunctionDefinition) {
    const { prepared, read, handle: act } = start(services)
    const { checkAnswer } = services
    const handle = checkAnswer ? checkedAnswers(contract, checkAnswer, act) : act
    const contextOf = (request: FastifyRequest, reply: FastifyReply, caller: Caller) => {
      const key = callerKey(caller, request.ip)
      return {
        services,
        prepared,
        caller,
        key,
        addressGroup: addressGroup(request.ip),
        withConnection: <T>(work: () => Promise<T>) => {
          const wait = waitOf(reply)
          return connections.run(
            key,
            () => {
              wait.end()
              return work()
            },
            wait.signal,
          )
        },
        error: makeError,
        rateLimited,
        json: makeJson,
        header: (name: string, value: string) => void reply.header(name, value),
      }
    }
    if (contract.callers === 'public') {
      return (request: FastifyRequest, reply: FastifyReply) => {
        const answer = async (caller: Caller) =>
          sent(await handle(read(request), contextOf(request, reply, caller)), reply)
        const caller = callerOf(request)
        return caller instanceof Promise ? caller.then(answer) : answer(caller)
      }
    }
    const role = contract.callers === 'person' ? null : contract.callers
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await callerOf(request)
      if (caller.role === 'service_role') throw forbidden(textos.soloPersonas)
      if (caller.role !== 'authenticated') throw sessionRequired()
      const context = contextOf(request, reply, caller)
      const run = (statement: Parameters<typeof runFor>[3]) =>
        context.withConnection(() => runFor(services.db, caller, role, statement))
      return sent(await handle(read(request), { ...context, run }), reply)
    }
  }
}

const makeError = (code: FunctionError['code'], message: string) => new FunctionError(code, message)
const makeJson = (body: string | Buffer) => new JsonText(body)

const sent = (answer: unknown, reply: FastifyReply) =>
  answer instanceof JsonText
    ? reply.header('content-type', 'application/json; charset=utf-8').send(answer.body)
    : answer

/** A call that has waited this long for a connection is refused, as at the data surface. */
const MAX_WAIT_MS = 10_000
const RETRY_SECONDS = 1

/**
 * The wait of a call for a connection. It ends with the signal when the client closes the connection, so that the call of a
 * client that has left is removed from the queue, and when it has taken too long.
 */
function waitOf(reply: FastifyReply): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const timeout = setTimeout(() => controller.abort(new Overloaded(RETRY_SECONDS)), MAX_WAIT_MS)
  const end = () => clearTimeout(timeout)
  reply.raw.once('close', () => {
    end()
    controller.abort()
  })
  return { signal: controller.signal, end }
}

/** Connections that the batch queues of searches and messages use, two each: the functions' other statements leave them free. */
const BATCHED = 4

/** How much of the owner's pool the functions may use at once, and one caller of it. */
function sharesOf(pool: number): FairQueueOptions {
  const running = Math.max(2, pool - BATCHED)
  return {
    running,
    runningPerKey: Math.max(1, Math.floor(running / 2)),
    waiting: 1000,
    waitingPerKey: 100,
    retryAfter: RETRY_SECONDS,
  }
}

/** The publishable key is public, so it needs no constant-time comparison. Only signed-in callers need the token check. */
function callerReaderFor({ callers, secrets }: Services) {
  const key = secrets.publishableKey
  const bearer = `Bearer ${key}`
  return (request: FastifyRequest): Caller | Promise<Caller> => {
    const { apikey, authorization } = request.headers
    const onlyTheKey = apikey === key && (authorization === undefined || authorization === bearer)
    return onlyTheKey ? ANON : callers.read(request)
  }
}
