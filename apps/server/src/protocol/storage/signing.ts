import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { isSafePath } from '../../platform/objects/path.ts'
import { holderOf, SIGNED_MAX_SECONDS, signedPath, signer } from '../../platform/objects/signed.ts'
import type { Services } from '../../platform/services.ts'
import { nameFor, type Requester, requesterOf } from './access.ts'
import { noSuchObject } from './errors.ts'
import { addressed, BucketParam } from './path.ts'
import { Transform, wantsMini } from './pictures/transform.ts'
import { refuseVersion } from './unsupported.ts'

/**
 * Creates signed addresses for callers who may read the objects, one or many at once. They expire exactly
 * when the client requests, and those of a person at the end of the session.
 */

const MANY = 500

const expiresIn = z
  .number()
  .int()
  .min(1)
  .max(SIGNED_MAX_SECONDS, { error: `expiresIn must be at most ${SIGNED_MAX_SECONDS} seconds` })
const One = z.object({ expiresIn, transform: Transform.optional() })
const Many = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(MANY) })

const NO_ACCESS = 'Either the object does not exist or you do not have access to it'

export const signing: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const { token } = signer(services.secrets)

  const readable = async (requester: Requester, bucket: string, names: string[]) => {
    const rows = await requester.run(
      (sql, conditions) => sql<{ name: string }[]>`
        select o.name from storage.objects o
        where o.bucket_id = ${bucket} and o.name = any (${names}) and ${conditions.read}`,
    )
    return new Set(rows.map(({ name }) => name))
  }
  const address = ({ caller }: Requester, bucket: string, name: string, seconds: number, mini: boolean) => {
    const expires = Math.ceil(Date.now() / 1000) + seconds
    const holder = caller.role === 'authenticated' ? holderOf(caller) : undefined
    const grant = { act: mini ? 'mini' : 'read', bucket, name, holder } as const
    return signedPath(grant, (one) => token(one, expires))
  }

  app.post('/object/sign/:bucket/*', async (request) => {
    const { bucket, name: given } = addressed(request.params)
    const { expiresIn, transform } = One.parse(request.body)
    refuseVersion(request.body)
    const mini = wantsMini(transform)
    const requester = requesterOf(services, await services.callers.read(request))
    const name = nameFor(requester, bucket, given)
    if (!(await readable(requester, bucket, [name])).has(name)) throw noSuchObject()
    return { signedURL: address(requester, bucket, name, expiresIn, mini) }
  })

  app.post('/object/sign/:bucket', async (request) => {
    const { bucket } = BucketParam.parse(request.params)
    const { expiresIn, paths } = Many.parse(request.body)
    const requester = requesterOf(services, await services.callers.read(request))
    const names = new Map(
      paths
        .filter((path) => isSafePath(path))
        .map((path) => [path, nameFor(requester, bucket, path)] as const),
    )
    const found = await readable(requester, bucket, [...names.values()])
    return paths.map((path) => {
      const name = names.get(path)
      return name !== undefined && found.has(name)
        ? { error: null, path, signedURL: address(requester, bucket, name, expiresIn, false) }
        : { error: NO_ACCESS, path, signedURL: null }
    })
  })
}
