import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EXPORTACION_HORAS } from '@maestros/dominio/cuenta/cierre-y-exportacion'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../../platform/jobs/definition.ts'
import { discardAll } from '../../../platform/objects/discard.ts'
import {
  EXPORT_BUCKET,
  EXPORT_FOLDER,
  exportName,
  exportTemporaryFiles,
} from '../../../platform/objects/export-place.ts'
import { SEALED } from '../../../platform/objects/sealed.ts'
import type { Services } from '../../../platform/services.ts'
import { writeExport } from './write.ts'
import { zipFile } from './zip-file.ts'

type Needs = Pick<Services, 'config' | 'db' | 'objects'>

/**
 * Makes the file of an export. interno.pedir_exportacion queues it. The account is in the payload, so that its erasure finds the
 * job.
 */
export const exportData = defineJob({
  name: 'export-data',
  payload: z.object({ exportacion: z.guid(), userId: z.guid() }),
  attempts: 5,
  handle: async ({ exportacion }, { services, signal, log }: JobContext<Needs>) => {
    const [wanted] = await services.db.maintenance<{ account: string }[]>`
      select cuenta_id as account from interno.exportaciones
      where id = ${exportacion} and estado = 'preparando'`
    // Made by an earlier attempt, or the account was erased.
    if (!wanted) return
    const folder = exportTemporaryFiles(services.config)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, randomUUID())
    const key = `${EXPORT_BUCKET}/${randomUUID()}${SEALED}`
    try {
      // It may contain identity documents, which are never stored plain.
      const zip = zipFile(path, services.objects.sealing(key))
      try {
        await writeExport({ ...services, log }, wanted.account, zip, signal)
        const size = await zip.close()
        await publish(services, { id: exportacion, ...wanted, path, key, size })
      } catch (error) {
        zip.abort()
        throw error
      }
    } finally {
      await rm(path, { force: true })
    }
  },
})

interface Made {
  id: string
  account: string
  path: string
  key: string
  size: number
}

/** Stores the file and makes it downloadable. Its key is noted first, so that the sweep finds the file after a crash. */
async function publish({ db, objects }: Needs, { id, account, path, key, size }: Made): Promise<void> {
  await db.maintenance`insert into storage.leftovers (key) values (${key})`
  await objects.writeFile(key, path)
  await db.maintenance.begin(async (tx) => {
    const [ready] = await tx`
      update interno.exportaciones e
      set estado = 'lista', vence_en = now() + make_interval(hours => ${EXPORTACION_HORAS})
      where e.id = ${id} and e.estado = 'preparando' and exists (select from auth.users where id = e.cuenta_id for share)
      returning e.id`
    if (!ready) return
    await tx`
      insert into storage.objects (bucket_id, name, owner, mimetype, size, etag, key, cache_control)
      values (${EXPORT_BUCKET}, ${exportName(account, id)}, ${account}, 'application/zip', ${size}, ${id}, ${key},
        'max-age=0')`
    await tx`delete from storage.leftovers where key = ${key}`
  })
}

const KEPT_DAYS = 30

/** Removes the files of exports whose link has ended, and old rows. */
export const removeExports = defineJob({
  name: 'remove-exports',
  payload: z.object({}),
  attempts: 1,
  cron: '*/15 * * * *',
  oneAtATime: true,
  handle: async (_payload, { services, signal, log }: JobContext<Needs>) => {
    const { maintenance: sql } = services.db
    const places = await sql<{ place: string }[]>`
      with gone as (
        delete from storage.objects o using interno.exportaciones e
        where e.vence_en <= now() and o.bucket_id = ${EXPORT_BUCKET}
          and o.name = ${EXPORT_FOLDER} || '/' || e.cuenta_id || '/' || e.id || '.zip'
        returning coalesce(o.key, o.bucket_id || '/' || o.name) as place
      )
      insert into storage.leftovers (key) select place from gone on conflict (key) do nothing
      returning key as place`
    await discardAll(
      { ...services, log },
      places.map(({ place }) => place),
      'the file of an export was not removed',
      signal,
    )
    await sql`
      delete from interno.exportaciones where pedida_en < now() - make_interval(days => ${KEPT_DAYS})`
  },
})
