import { createHash, randomUUID } from 'node:crypto'
import { IMAGEN_MAX_BYTES } from '@maestros/dominio/limites'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { askerOf, nameFor, runAs, type Session } from './access.ts'
import { type Upload, uploadOf } from './body.ts'
import * as errors from './errors.ts'
import { addressed } from './path.ts'
import { type Picture, PictureError, remake } from './picture.ts'
import { MINI } from './serve.ts'
import { signer } from './signed.ts'

/** What a form adds around its file. */
const FORM_BYTES = 64 * 1024
/** Uploads under way in this process, each with its bytes in memory; and those of one person. */
const AT_ONCE = 40
const AT_ONCE_EACH = 4
/** Pictures that one person may hold without any message, profile or ticket that shows them. */
export const UNUSED_MAX = 50

/** How long a signed upload may be put off. */
const UPLOAD_SECONDS = 7200
const TokenQuery = z.object({ token: z.string().catch('') })
/** Who asked for a signed upload, by account and session, and the seal over it. */
const HOLDER = /^([\da-f-]{36})\.([\da-f-]{36})\.(.+)$/

interface Claim {
  person: Session
  bucket: string
  name: string
}

/** An upload that may go on: asked before its body is read, so that nobody else's bytes are. */
interface Permit extends Claim {
  maxBytes: number
}

declare module 'fastify' {
  interface FastifyRequest {
    uploadPermit: Permit | null
  }
}

/**
 * Uploads. The order makes a crash harmless: the place of the bytes is noted as a leftover, the bytes are written
 * there, and the row that makes them an object strikes the note out. See sweep.ts for what stays noted.
 */
export const uploads: FastifyPluginAsync<{ services: Services }> = async (app, { services }) => {
  const admit = gate()
  const { check, token } = signer(services.secrets)
  app.decorateRequest('uploadPermit', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: IMAGEN_MAX_BYTES + FORM_BYTES },
    (_request, body, done) => done(null, body),
  )

  const receive = (claim: (request: FastifyRequest) => Promise<Claim>) => ({
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const claimed = await claim(request)
      admit(claimed.person.userId, reply)
      request.uploadPermit = await permit(services, claimed)
    },
    handler: async (request: FastifyRequest) => {
      const granted = request.uploadPermit
      if (!granted) throw errors.refused()
      const upload = await uploadOf(request)
      if (upload.bytes.length > granted.maxBytes) throw errors.tooLarge()
      const id = await keep(services, granted, upload, await pictureOf(upload))
      return { Id: id, Key: `${granted.bucket}/${granted.name}` }
    },
  })
  app.route({ method: 'POST', url: '/object/:bucket/*', ...receive((request) => claimOf(services, request)) })

  // No object is ever overwritten: whoever may see it is told that it is there, and all others that it is not.
  app.put('/object/:bucket/*', {
    onRequest: async (request) => {
      const { bucket, name } = addressed(request.params)
      const asker = askerOf(services, await services.callers.read(request))
      const found = await asker.run(
        (sql, may) => sql`
          select from storage.objects o
          where o.bucket_id = ${bucket} and o.name = ${nameFor(asker, bucket, name)} and ${may.read}`,
      )
      throw found.length > 0 ? errors.alreadyExists() : errors.noSuchObject()
    },
    handler: async () => {},
  })

  app.route({
    method: 'PUT',
    url: '/object/upload/sign/:bucket/*',
    ...receive(async (request) => {
      const { bucket, name: given } = addressed(request.params)
      const { token } = TokenQuery.parse(request.query)
      const [, userId = '', sessionId = '', seal = ''] = HOLDER.exec(token) ?? []
      const name = nameFor({ userId }, bucket, given)
      const holder = `${userId}.${sessionId}`
      if (!check({ act: 'upload', bucket, name, holder }, seal)) throw errors.invalidSignature()
      return { person: { userId, sessionId }, bucket, name }
    }),
  })

  // An upload for later, of one object: its token stands for the session that asked for it, and ends with it.
  app.post('/object/upload/sign/:bucket/*', {
    handler: async (request) => {
      const claim = await claimOf(services, request)
      const { person, bucket, name } = await permit(services, claim)
      const holder = `${person.userId}.${person.sessionId}`
      const expires = Math.floor(Date.now() / 1000) + UPLOAD_SECONDS
      const sealed = `${holder}.${token({ act: 'upload', bucket, name, holder }, expires)}`
      return { url: `/object/upload/sign/${bucket}/${name}?token=${sealed}`, token: sealed }
    },
  })
}

async function claimOf({ callers }: Services, request: FastifyRequest): Promise<Claim> {
  const { bucket, name } = addressed(request.params)
  const caller = await callers.read(request)
  if (caller.role !== 'authenticated') throw errors.refused()
  return { person: caller, bucket, name: nameFor(caller, bucket, name) }
}

async function permit({ db }: Services, { person, bucket, name }: Claim): Promise<Permit> {
  const [row] = await runAs(
    db,
    person,
    (sql) => sql<{ max_bytes: number; allowed: boolean; taken: boolean; unused: number }[]>`
      select b.file_size_limit as max_bytes,
        storage.allows('upload', ${person.userId}, b.id, ${name}) as allowed,
        exists (select from storage.objects o where o.bucket_id = b.id and o.name = ${name}) as taken,
        (select count(*)::int from storage.objects o
          where o.owner = ${person.userId} and o.unused_since is not null) as unused
      from storage.buckets b where b.id = ${bucket}`,
  )
  if (!row) throw errors.noSuchBucket()
  if (!row.allowed) throw errors.refused()
  if (row.taken) throw errors.alreadyExists()
  if (row.unused >= UNUSED_MAX) throw errors.tooManyUnused()
  return { person, bucket, name, maxBytes: row.max_bytes }
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

async function keep(
  { db, objects }: Services,
  { person, bucket, name }: Permit,
  { cacheControl }: Upload,
  picture: Picture,
): Promise<string> {
  const id = randomUUID()
  const key = `${bucket}/${id.slice(0, 2)}/${id}`
  await db.sql`insert into storage.leftovers (key) values (${key})`
  await objects.write(key, picture.full)
  await objects.write(key + MINI, picture.mini)
  const row = {
    id,
    bucket_id: bucket,
    name,
    key,
    owner: person.userId,
    mimetype: picture.mimetype,
    size: picture.full.length,
    mini_size: picture.mini.length,
    width: picture.width,
    height: picture.height,
    etag: createHash('sha256').update(picture.full).digest('hex').slice(0, 32),
    cache_control: cacheControl,
    unused_since: new Date(),
  }
  const [kept] = await db.sql<{ id: string }[]>`
    with kept as (
      insert into storage.objects ${db.sql(row)} on conflict (bucket_id, name) do nothing returning id
    ), struck as (
      delete from storage.leftovers where key = ${key} and exists (select from kept)
    )
    select id from kept`
  if (kept) return kept.id
  // Another upload of this name came first: these bytes are nobody's.
  await discard({ db, objects }, key)
  throw errors.alreadyExists()
}

/** Removes bytes that no row names any more, and then the note that they may be there. */
export async function discard({ db, objects }: Pick<Services, 'db' | 'objects'>, key: string): Promise<void> {
  await objects.remove(key)
  await objects.remove(key + MINI)
  await db.sql`delete from storage.leftovers where key = ${key}`
}

/** Lets so many in, and counts each out when its connection is done with it, however that came. */
function gate() {
  let all = 0
  const each = new Map<string, number>()
  return (userId: string, reply: FastifyReply) => {
    const mine = each.get(userId) ?? 0
    if (all >= AT_ONCE || mine >= AT_ONCE_EACH) throw errors.slowDown()
    all += 1
    each.set(userId, mine + 1)
    reply.raw.once('close', () => {
      all -= 1
      const left = (each.get(userId) ?? 1) - 1
      if (left > 0) each.set(userId, left)
      else each.delete(userId)
    })
  }
}
