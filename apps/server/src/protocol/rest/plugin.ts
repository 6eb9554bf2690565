import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ANON } from '../../platform/caller.ts'
import { Overloaded } from '../../platform/limits/overloaded.ts'
import type { Services } from '../../platform/services.ts'
import { callHooks } from './call-hooks.ts'
import { describer } from './description.ts'
import { invalidPath, type RestError, toRestError } from './errors.ts'
import { handleCall, handleTable, type Request } from './handle.ts'
import { MAX_BODY_BYTES } from './limits.ts'
import { runner } from './run.ts'
import { loadSchema } from './schema.ts'

/** As in PostgREST: `notify pgrst, 'reload schema'` after a change of tables or functions. */
const CHANNEL = 'pgrst'
const RELOAD = 'reload schema'

/** The data surface: PostgREST's query language over the tables and functions of the schema `public`. */
export const restSurface: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { maintenance } = services.db
  let schema = await loadSchema(maintenance)
  await maintenance.listen(CHANNEL, (payload) => {
    if (payload !== RELOAD) return
    loadSchema(maintenance).then(
      (loaded) => {
        schema = loaded
      },
      (error: unknown) => services.log.error({ err: error }, 'the schema could not be read again'),
    )
  })
  const run = runner(services)
  const hooks = callHooks(services)

  // Bodies are not parsed here: PostgreSQL parses the JSON, so that no digit of a number is lost.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
    done(null, body)
  })
  app.setErrorHandler((error, request, reply) => sendError(toRestError(error, ANON), error, request, reply))
  app.setNotFoundHandler((request, reply) => sendError(invalidPath(), undefined, request, reply))

  const route = (
    url: string,
    parameter: string,
    handle: (one: Request, name: string) => Promise<FastifyReply>,
  ) =>
    app.route<{ Params: Record<string, string> }>({
      method: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
      url,
      handler: async (request, reply) => {
        const caller = await services.callers.read(request)
        try {
          return await handle({ schema, run, hooks, caller, request, reply }, request.params[parameter] ?? '')
        } catch (error) {
          return sendError(toRestError(error, caller), error, request, reply)
        }
      },
    })
  route('/:table', 'table', handleTable)
  route('/rpc/:function', 'function', handleCall)

  const describe = describer(maintenance)
  app.get('/', async (request, reply) => {
    const { role } = await services.callers.read(request)
    // Serialized here: Fastify would not make JSON of this content type.
    const body = JSON.stringify(await describe(schema, role))
    return reply.header('content-type', 'application/openapi+json; charset=utf-8').send(body)
  })
}

function sendError(
  answer: RestError,
  cause: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // A full queue is not a server error. The request log has a line for it.
  if (answer.status >= 500 && !(cause instanceof Overloaded))
    request.log.error({ err: cause }, 'the data surface failed')
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(answer.body())
}
