import { createHash, randomUUID } from 'node:crypto'
import { discard } from '../../../platform/objects/discard.ts'
import { MINI } from '../../../platform/objects/path.ts'
import { isIdentityDocument, SEALED } from '../../../platform/objects/sealed.ts'
import type { Services } from '../../../platform/services.ts'
import type { Upload } from './body.ts'
import type { Content } from './content.ts'

type Stores = Pick<Services, 'db' | 'objects'>

/**
 * Writes the bytes of an object and then its row. A crash at any point is harmless: the key of the bytes is
 * first recorded in storage.leftovers, then the bytes are written, and the statement that inserts the row
 * also deletes the leftover. Returns the object's id, or undefined when another upload of the same name was
 * first.
 */
export async function saveObject(
  { db, objects }: Stores,
  { bucket, name, owner }: { bucket: string; name: string; owner: string },
  { cacheControl }: Upload,
  content: Content,
): Promise<string | undefined> {
  const id = randomUUID()
  const sealed = isIdentityDocument(bucket, name)
  const key = `${bucket}/${id.slice(0, 2)}/${id}${sealed ? SEALED : ''}`
  await db.sql`insert into storage.leftovers (key) values (${key})`
  const write = sealed ? objects.writeSealed : objects.write
  await write(key, content.full)
  if (content.mini) await write(key + MINI, content.mini)
  const row = {
    id,
    bucket_id: bucket,
    name,
    key,
    owner,
    mimetype: content.mimetype,
    size: content.full.length,
    mini_size: content.mini?.length ?? null,
    width: content.width,
    height: content.height,
    etag: createHash('sha256').update(content.full).digest('hex').slice(0, 32),
    cache_control: cacheControl,
    unused_since: new Date(),
  }
  const [saved] = await db.sql<{ id: string }[]>`
    with saved as (
      insert into storage.objects ${db.sql(row)} on conflict (bucket_id, name) do nothing returning id
    ), cleared as (
      delete from storage.leftovers where key = ${key} and exists (select from saved)
    )
    select id from saved`
  if (!saved) await discard({ db, objects }, key)
  return saved?.id
}
