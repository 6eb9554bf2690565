import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressGroup } from '../limits/address.ts'
import { signer } from '../objects/signed.ts'
import type { Services } from '../services.ts'
import { nameFor } from './access.ts'
import { type Arrival, openArrivals } from './arrivals.ts'
import { readUpload, type Upload } from './body.ts'
import { decodeQueue } from './decode-queue.ts'
import * as errors from './errors.ts'
import { keep } from './keep.ts'
import { addressed } from './path.ts'
import { type Claim, claimOf, nameTaken, type Permit, permit, wantsUpsert } from './permit.ts'
import { type Picture, PictureError, remake } from './picture.ts'
import { discardRest } from './receive.ts'
import { holderIn } from './upload-signing.ts'

/** Bounds of one process. Memory is bounded by the bytes received; the counts bound the work of each connection. */
const ARRIVALS = {
  uploads: 600,
  uploadsPerPerson: 4,
  uploadsPerAddress: 120,
  bytes: 256 * 1024 * 1024,
  retryAfter: 5,
}

const TokenQuery = z.object({ token: z.string().catch('') })

interface Admitted {
  permit: Permit
  arrival: Arrival
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null
  }
}

/** Uploads: allowed, admitted, received, decoded and kept, in this order. */
export const uploads: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { config, secrets } = services
  const arrivals = openArrivals(ARRIVALS)
  const decode = decodeQueue()
  const { check } = signer(secrets)
  const pace = { bytesPerSecond: config.UPLOAD_BYTES_PER_SECOND, graceSeconds: config.UPLOAD_GRACE_SECONDS }
  app.decorateRequest('admitted', null)
  // The handler reads the body itself, within the bounds of the upload.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))

  const receive = (claim: (request: FastifyRequest) => Promise<Claim>) => ({
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const claimed = await claim(request)
      // Despite its type, `ip` is undefined when the client is gone already.
      const address = addressGroup(request.ip)
      const arrival = arrivals.admit({ person: claimed.person.userId, address })
      reply.raw.once('close', () => arrival.release(errors.unreadable()))
      request.admitted = { permit: await permit(services, claimed), arrival }
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!request.admitted) throw errors.refused()
      const { permit: granted, arrival } = request.admitted
      const upload = await read(request, reply, request.admitted)
      const picture = await decode(arrival.who, () => pictureOf(upload), arrival.signal)
      // Nobody knows of an object whose client is gone.
      arrival.signal.throwIfAborted()
      const { bucket, name, person } = granted
      const id = await keep(services, { bucket, name, owner: person.userId }, upload, picture)
      if (id === undefined) throw nameTaken(granted)
      return { Id: id, Key: `${bucket}/${name}` }
    },
  })

  const read = async (request: FastifyRequest, reply: FastifyReply, { permit, arrival }: Admitted) => {
    try {
      return await readUpload(request.raw, arrival, { fileBytes: permit.maxBytes, pace })
    } catch (error) {
      await discardRest(request.raw)
      reply.header('connection', 'close')
      throw error
    }
  }

  app.route({ method: 'POST', url: '/object/:bucket/*', ...receive((request) => claimOf(services, request)) })

  app.route({
    method: 'PUT',
    url: '/object/upload/sign/:bucket/*',
    ...receive(async (request) => {
      const { bucket, name: given } = addressed(request.params)
      const { token } = TokenQuery.parse(request.query)
      const { person, holder, seal } = holderIn(token)
      const name = nameFor(person, bucket, given)
      if (!check({ act: 'upload', bucket, name, holder }, seal)) throw errors.invalidSignature()
      return { person, bucket, name, upsert: wantsUpsert(request) }
    }),
  })
}

async function pictureOf({ bytes, mimetype }: Upload): Promise<Picture> {
  try {
    return await remake(bytes)
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    if (error.problem === 'pixels') throw errors.tooLarge('image')
    if (error.problem === 'broken') throw errors.invalidImage()
    const declared = /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(mimetype)?.[0] ?? ''
    throw errors.invalidMimeType(
      /^image\/(?:jpeg|png|webp)$/.test(declared) || declared === '' ? 'application/octet-stream' : declared,
    )
  }
}
