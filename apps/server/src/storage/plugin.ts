import type { FastifyPluginAsync } from 'fastify'
import type { Services } from '../services.ts'
import { addStorageErrors } from './errors.ts'
import { publicObject } from './public-object.ts'

/** The storage surface: one file a route. */
export const storageSurface: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  addStorageErrors(app)
  await app.register(publicObject, { services })
}
