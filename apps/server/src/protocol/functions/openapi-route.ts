import { createHash } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import type { LoadedFunction } from './load.ts'
import { openApiDocument } from './openapi.ts'

/** GET /openapi.json: the document is made once at start. It changes only with the server. */
export const openApiRoute: FastifyPluginAsync<{ functions: readonly LoadedFunction[] }> = async (
  app,
  { functions },
) => {
  const body = JSON.stringify(openApiDocument(functions))
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  app.get('/openapi.json', async (request, reply) => {
    reply.header('etag', etag).header('cache-control', 'public, max-age=300')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(body)
  })
}
