import type { FastifyPluginAsync } from 'fastify'
import type { Services } from '../../platform/services.ts'
import { buckets } from './buckets.ts'
import { addStorageErrors } from './errors.ts'
import { listing } from './listing.ts'
import { reads } from './reads.ts'
import { removal } from './removal.ts'
import { signing } from './signing.ts'
import { removeTemporaryFilesAtStart } from './sweep.ts'
import { unsupported } from './unsupported.ts'
import { uploads } from './uploads/upload.ts'
import { uploadSigning } from './uploads/upload-signing.ts'

/** The storage surface, with one file for each kind of request. */
export const storageSurface: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  addStorageErrors(app)
  removeTemporaryFilesAtStart(app, services)
  await app.register(reads, { services })
  await app.register(signing, { services })
  await app.register(uploads, { services })
  await app.register(uploadSigning, { services })
  await app.register(listing, { services })
  await app.register(removal, { services })
  await app.register(buckets, { services })
  await app.register(unsupported, { services })
}
