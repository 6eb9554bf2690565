import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { addBodyMemoryLimit } from './platform/http/body-memory.ts'
import { addProxyHint } from './platform/http/client-address.ts'
import { boundConnections, CONNECTION_TIMEOUTS } from './platform/http/connections.ts'
import { addErrorAnswers, answerError, pathOf } from './platform/http/errors.ts'
import { addHeaders } from './platform/http/headers.ts'
import { healthRoutes } from './platform/http/health.ts'
import { addInputRules } from './platform/http/input.ts'
import { addMetrics } from './platform/http/metrics.ts'
import { addDraining } from './platform/http/shutdown.ts'
import { addSlowReaderRule } from './platform/http/slow-readers.ts'
import { addStaticFiles } from './platform/http/static.ts'
import { addUnsentAnswerLimit } from './platform/http/unsent-answers.ts'
import { addJobMetrics } from './platform/jobs/metrics.ts'
import { mailboxPages } from './platform/mailbox/routes.ts'
import type { Services } from './platform/services.ts'
import { isSocketUpgrade } from './protocol/realtime/sockets.ts'
import { unsubscribePages } from './subjects/avisos/unsubscribe/routes.ts'
import { searchPages } from './subjects/directorio/pages/routes.ts'
import { readTemplate } from './subjects/directorio/pages/template.ts'
import { addPendingMetrics } from './subjects/operacion/pending.ts'
import { addSurfaces } from './surfaces.ts'

const BODY_BYTES = 1024 * 1024
/** The request line and all headers together. Node answers 431 beyond it. */
const HEADER_BYTES = 16 * 1024
/** A body that takes longer than this to arrive is refused: a slow mobile connection is faster. */
const REQUEST_MS = 120_000
const KEEP_ALIVE_MS = 72_000

/** Builds the whole HTTP server: the hooks that apply to every request, then one surface for each prefix. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { config, log } = services
  const proxies = config.TRUSTED_PROXIES
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    http: { shouldUpgradeCallback: isSocketUpgrade, maxHeaderSize: HEADER_BYTES, ...CONNECTION_TIMEOUTS },
    keepAliveTimeout: KEEP_ALIVE_MS,
    trustProxy: proxies.length > 0 ? proxies : false,
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection while the server closes still gets its answer.
    return503OnClosing: false,
    genReqId: requestIds(),
    frameworkErrors: answerError,
    routerOptions: { maxParamLength: 1000 },
  })
  boundConnections(app.server, config)
  addProxyHint(app, config)
  addDraining(app)
  addErrorAnswers(app)
  addHeaders(app, config)
  const readJson = addInputRules(app)
  addBodyMemoryLimit(app, BODY_BYTES)
  addSlowReaderRule(app)
  addUnsentAnswerLimit(app)
  const metrics = addMetrics(app, services)
  addJobMetrics(metrics, services)
  addPendingMetrics(metrics, services)
  addRequestLog(app, config.LOG_LEVEL === 'debug' || config.LOG_LEVEL === 'trace')

  await addSurfaces(app, services, { metrics, readJson })
  await app.register(mailboxPages, { prefix: '/_outbox', services })
  await app.register(unsubscribePages, { services })
  await app.register(healthRoutes, { services })
  const template = await readTemplate(config)
  const pages = template === undefined ? undefined : searchPages(services, template)
  if (pages) await app.register(pages.routes)
  await addStaticFiles(app, config, { ...(pages && { listed: pages.listed }) })
  await app.ready()
  return app
}

/** Logs one line for each refusal and failure. Successful requests are logged only at debug level. */
function addRequestLog(app: FastifyInstance, all: boolean) {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    if (all || status >= 400) {
      const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug'
      const ms = Math.round(reply.elapsedTime * 10) / 10
      request.log[level]({ method: request.method, path: pathOf(request), status, ms }, 'request')
    }
    done()
  })
}

/** Request ids are short, and the random prefix makes them different in each process. */
function requestIds(): () => string {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}
