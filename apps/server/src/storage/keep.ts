import { createHash, randomUUID } from 'node:crypto'
import type { Services } from '../services.ts'
import type { Upload } from './body.ts'
import type { Picture } from './picture.ts'
import { MINI } from './serve.ts'

type Stores = Pick<Services, 'db' | 'objects'>

/**
 * Writes the bytes of a picture and then its row. The order makes a crash harmless: the key of the bytes is noted as a
 * leftover, the bytes are written, and the statement that inserts the row deletes the note. Answers the object's id, or
 * nothing when another upload of the same name came first.
 */
export async function keep(
  { db, objects }: Stores,
  { bucket, name, owner }: { bucket: string; name: string; owner: string },
  { cacheControl }: Upload,
  picture: Picture,
): Promise<string | undefined> {
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
    owner,
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
  if (!kept) await discard({ db, objects }, key)
  return kept?.id
}

/** Removes bytes that no row names, and then the note that they may be there. */
export async function discard({ db, objects }: Stores, key: string): Promise<void> {
  await objects.remove(key)
  await objects.remove(key + MINI)
  await db.sql`delete from storage.leftovers where key = ${key}`
}
