import { funciones as textos } from '@maestros/dominio/textos/funciones'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ANON, type Caller } from '../caller.ts'
import type { ReadJson } from '../http/input.ts'
import { callerKey } from '../limits/caller-key.ts'
import { type FairQueueOptions, fairQueue } from '../limits/fair-queue.ts'
import type { Services } from '../services.ts'
import { addBodies, refuseOtherBodies } from './bodies.ts'
import type { Call, FunctionDefinition } from './definition.ts'
import { FunctionError, forbidden, sendError, sessionExpired } from './errors.ts'
import { runFor } from './person.ts'
import { FUNCTIONS } from './registry.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The functions surface: mounts what the registry lists, and maps callers and errors once for all. */
export const functionsSurface: FastifyPluginAsync<{ services: Services; readJson: ReadJson }> = async (
  app,
  { services, readJson },
) => {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    sendError(new FunctionError('NOT_FOUND', textos.funcionDesconocida), request, reply),
  )
  addBodies(app, readJson)
  const callerOf = callerReaderFor(services)
  const connections = fairQueue(sharesOf(services.config.DATABASE_POOL))

  for (const definition of FUNCTIONS) {
    app.route({
      method: definition.method,
      url: definition.path,
      handler: handlerOf(definition),
      ...(definition.method === 'POST' && { preParsing: refuseOtherBodies }),
    })
    const others = METHODS.filter((method) => method !== definition.method)
    app.route({
      method: others,
      url: definition.path,
      handler: (request, reply) =>
        sendError(
          new FunctionError('METHOD_NOT_ALLOWED', textos.metodoNoPermitido, {
            headers: { allow: definition.method },
          }),
          request,
          reply,
        ),
    })
  }

  function handlerOf(definition: FunctionDefinition) {
    if (definition.caller === 'public') {
      const handle = definition.handler(services)
      return (request: FastifyRequest, reply: FastifyReply) => {
        const caller = callerOf(request)
        return caller instanceof Promise
          ? caller.then((known) => handle(callOf(request, reply, known)))
          : handle(callOf(request, reply, caller))
      }
    }
    const handle = definition.handler(services)
    const role = definition.caller === 'person' ? null : definition.caller
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await callerOf(request)
      if (caller.role === 'service_role') throw forbidden(textos.soloPersonas)
      if (caller.role !== 'authenticated') throw sessionExpired()
      const call = callOf(request, reply, caller)
      return handle({
        ...call,
        run: (statement) => call.withConnection(() => runFor(services.db, caller, role, statement)),
      })
    }
  }

  function callOf<Who extends Caller>(request: FastifyRequest, reply: FastifyReply, caller: Who): Call<Who> {
    const key = callerKey(caller, request.ip)
    return {
      request,
      reply,
      caller,
      key,
      withConnection: (work) => connections.run(key, work, disconnection(reply)),
    }
  }
}

/** Aborts when the client closes the connection, so that a call nobody waits for leaves the queue. */
function disconnection(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort())
  return controller.signal
}

/** Connections that searches and messages take in groups, two lanes each: the functions' other statements leave them free. */
const GROUPED = 4

/** How much of the owner's pool the functions may use at once, and one caller of it. */
function sharesOf(pool: number): FairQueueOptions {
  const running = Math.max(2, pool - GROUPED)
  return {
    running,
    runningPerKey: Math.max(1, Math.floor(running / 2)),
    waiting: 1000,
    waitingPerKey: 100,
    retryAfter: 1,
  }
}

/** The publishable key is public: it is compared plainly, and only someone signed in costs more than that. */
function callerReaderFor({ callers, secrets }: Services) {
  const key = secrets.publishableKey
  const bearer = `Bearer ${key}`
  return (request: FastifyRequest): Caller | Promise<Caller> => {
    const { apikey, authorization } = request.headers
    const onlyTheKey = apikey === key && (authorization === undefined || authorization === bearer)
    return onlyTheKey ? ANON : callers.read(request)
  }
}
