import type { FastifyPluginAsync } from 'fastify'
import type { Services } from '../services.ts'
import { noSuchBucket, refused } from './errors.ts'

/** Buckets are ours to make: everyone is answered what the original answers to who may see none. */
export const buckets: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  app.addHook('onRequest', async (request) => {
    await services.callers.read(request)
  })
  app.get('/bucket', async () => [])
  app.post('/bucket', async () => {
    throw refused()
  })
  app.post('/bucket/:bucket/empty', async () => {
    throw noSuchBucket()
  })
  app.route({
    method: ['GET', 'PUT', 'DELETE'],
    url: '/bucket/:bucket',
    handler: async () => {
      throw noSuchBucket()
    },
  })
}
