import { funciones as textos } from '@maestros/dominio/textos/funciones'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ANON, type Caller } from '../http/caller.ts'
import type { Services } from '../services.ts'
import type { FunctionDefinition } from './definition.ts'
import { FunctionError, sendError, sessionExpired } from './errors.ts'
import { runFor } from './person.ts'
import { FUNCTIONS } from './registry.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The functions surface: mounts what the registry lists, and maps callers and errors once for all. */
export const functionsSurface: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    sendError(new FunctionError('NOT_FOUND', textos.funcionDesconocida), request, reply),
  )
  const callerOf = callerReaderFor(services)

  for (const definition of FUNCTIONS) {
    app.route({ method: definition.method, url: definition.path, handler: handlerOf(definition) })
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
          ? caller.then((known) => handle({ request, reply, caller: known }))
          : handle({ request, reply, caller })
      }
    }
    const handle = definition.handler(services)
    const role = definition.caller === 'person' ? null : definition.caller
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await callerOf(request)
      if (caller.role !== 'authenticated') throw sessionExpired()
      return handle({
        request,
        reply,
        caller,
        run: (statement) => runFor(services.db, caller, role, statement),
      })
    }
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
