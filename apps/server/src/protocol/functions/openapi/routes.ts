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
 * the web app's files do not. They change only with the server, so each is made once: at its first request, so that a start
 * does not wait for it.
 */
export const openApiRoutes: FastifyPluginAsync<{ functions: readonly LoadedFunction[] }> = async (
  app,
  { functions },
) => {
  let made: ReturnType<typeof makeDocument> | undefined
  const makeDocument = () => {
    const document = openApiDocument(functions)
    const body = JSON.stringify(document)
    return { document, body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
  }
  const documentNow = () => {
    made ??= makeDocument()
    return made
  }
  app.get('/openapi.json', async (request, reply) => {
    const { body, etag } = documentNow()
    reply.header('etag', etag).header('cache-control', CACHE)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(body)
  })

  let page: ReturnType<typeof makePage> | undefined
  const makePage = () => {
    const html = openApiPage(documentNow().document)
    return { page: compressPage(html), headers: { ...pageHeaders(html), 'cache-control': CACHE } }
  }
  app.get('/openapi', async (request, reply) => {
    page ??= makePage()
    return sendReadyPage(request, reply.headers(page.headers), page.page)
  })
}
