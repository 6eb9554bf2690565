import { createHash } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { pageHeaders } from '../../../platform/http/headers.ts'
import { compressPage, sendReadyPage } from '../../../platform/http/ready-page.ts'
import type { LoadedFunction } from '../load.ts'
import { openApiDocument } from './document.ts'
import { openApiPage } from './page.ts'

const CACHE = 'public, max-age=300'

/**
 * GET /openapi.json, and /openapi, the same as a page. Both are open to anyone in every environment: they tell nothing that
 * the web app's files do not. They change only with the server, so each is made once.
 */
export const openApiRoutes: FastifyPluginAsync<{ functions: readonly LoadedFunction[] }> = async (
  app,
  { functions },
) => {
  const document = openApiDocument(functions)
  const body = JSON.stringify(document)
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  app.get('/openapi.json', async (request, reply) => {
    reply.header('etag', etag).header('cache-control', CACHE)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(body)
  })

  // Made at the first request, so that a start does not wait for it.
  let made: ReturnType<typeof makePage> | undefined
  const makePage = () => {
    const html = openApiPage(document)
    return { page: compressPage(html), headers: { ...pageHeaders(html), 'cache-control': CACHE } }
  }
  app.get('/openapi', async (request, reply) => {
    made ??= makePage()
    return sendReadyPage(request, reply.headers(made.headers), made.page)
  })
}
