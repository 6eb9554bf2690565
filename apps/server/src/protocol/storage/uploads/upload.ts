import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressGroup } from '../../../platform/limits/address.ts'
import { holderIn, holderOf, signer } from '../../../platform/objects/signed.ts'
import type { Services } from '../../../platform/services.ts'
import { nameFor } from '../access.ts'
import * as errors from '../errors.ts'
import { addressed } from '../path.ts'
import { decodeQueue, RUNNING } from '../pictures/decode-queue.ts'
import { decoders } from '../pictures/decoders.ts'
import {
  type AuthorizedUpload,
  authorizeUpload,
  nameTaken,
  type UploadRequest,
  uploadRequestOf,
  wantsUpsert,
} from './authorize-upload.ts'
import { readUpload, type Upload } from './body.ts'
import { type Content, isAudio, readAudio, readPicture } from './content.ts'
import { discardRest } from './receive.ts'
import { saveObject } from './save.ts'
import { trackUploads, type UploadInProgress } from './uploads-in-progress.ts'

/**
 * Limits of one process. Memory is limited by the bytes received; the counts limit the work of each
 * connection.
 */
const UPLOAD_LIMITS = {
  uploads: 600,
  uploadsPerPerson: 4,
  uploadsPerAddress: 120,
  bytes: 256 * 1024 * 1024,
  retryAfter: 5,
}

const TokenQuery = z.object({ token: z.string().catch('') })

interface Admitted {
  authorized: AuthorizedUpload
  progress: UploadInProgress
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null
  }
}

/** Uploads are authorized, admitted, received, decoded and saved, in this order. */
export const uploads: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { config, secrets } = services
  const inProgress = trackUploads(UPLOAD_LIMITS)
  const decode = decodeQueue()
  const { reencode, close } = decoders(services.log, RUNNING)
  const { check } = signer(secrets)
  const rate = { bytesPerSecond: config.UPLOAD_BYTES_PER_SECOND, graceSeconds: config.UPLOAD_GRACE_SECONDS }
  app.addHook('onClose', close)
  app.decorateRequest('admitted', null)
  // The handler reads the body itself, within the bounds of the upload.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))

  const receive = (parse: (request: FastifyRequest) => Promise<UploadRequest>) => ({
    config: { readsOwnBody: true },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const requested = await parse(request)
      // The client left while its token was checked: 'close' has passed, and nothing would release its place.
      if (reply.raw.destroyed) throw errors.unreadable()
      // Despite its type, `ip` is undefined when the client has already disconnected.
      const address = addressGroup(request.ip)
      const progress = inProgress.admit({ person: requested.person.userId, address })
      reply.raw.once('close', () => progress.release(errors.unreadable()))
      request.admitted = { authorized: await authorizeUpload(services, requested), progress }
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!request.admitted) throw errors.refused()
      const { authorized, progress } = request.admitted
      const upload = await read(request, reply, request.admitted)
      const content = await contentOf(upload, request.admitted)
      // Do not save an object when its client has disconnected: nothing would ever refer to it.
      progress.signal.throwIfAborted()
      const { bucket, name, person } = authorized
      const id = await saveObject(services, { bucket, name, owner: person.userId }, upload, content)
      if (id === undefined) throw nameTaken(authorized)
      return { Id: id, Key: `${bucket}/${name}` }
    },
  })

  const contentOf = async (upload: Upload, { authorized, progress }: Admitted): Promise<Content> => {
    if (authorized.mayBeAudio && isAudio(upload)) return readAudio(upload)
    return decode(
      progress.who,
      (noteSlow) => readPicture(upload, (bytes) => reencode(bytes, noteSlow)),
      progress.signal,
    )
  }

  const read = async (request: FastifyRequest, reply: FastifyReply, { authorized, progress }: Admitted) => {
    try {
      return await readUpload(request.raw, progress, { fileBytes: authorized.maxBytes, rate })
    } catch (error) {
      await discardRest(request.raw)
      reply.header('connection', 'close')
      throw error
    }
  }

  app.route({
    method: 'POST',
    url: '/object/:bucket/*',
    ...receive((request) => uploadRequestOf(services, request)),
  })

  app.route({
    method: 'PUT',
    url: '/object/upload/sign/:bucket/*',
    ...receive(async (request) => {
      const { bucket, name: given } = addressed(request.params)
      const { token } = TokenQuery.parse(request.query)
      const { session: person, signature } = holderIn(token)
      if (!person) throw errors.invalidSignature()
      const name = nameFor(person, bucket, given)
      const holder = holderOf(person)
      if (!check({ act: 'upload', bucket, name, holder }, signature)) throw errors.invalidSignature()
      return { person, bucket, name, upsert: wantsUpsert(request) }
    }),
  })
}
