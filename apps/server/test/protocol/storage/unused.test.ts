import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../../src/platform/http/port.ts'
import { S3Error } from '../../../src/platform/objects/s3.ts'
import { sweep } from '../../../src/protocol/storage/sweep.ts'
import { eraseAccount } from '../../../src/subjects/cuenta/erase.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'
import { makeMatrixPeople, type PersonName } from '../../setup/rows/people.ts'
import { blob, jpeg } from '../../setup/rows/pictures.ts'

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))
const photo = await jpeg()

let moment = 1_700_000_000_000
const box = (who: PersonName, bucket = 'chat-media') => fixture.clients[who].storage.from(bucket)
const rowOf = async (name: string) => {
  const [row] = await app.sql`select * from storage.objects where name = ${name}`
  return row
}
const leftovers = async () => (await app.sql`select key from storage.leftovers`).length

/** Old pictures that nothing shows, and old leftovers. */
async function makeMoreThanOneBatch() {
  await app.sql`
    insert into storage.objects (bucket_id, name, owner, mimetype, size, etag, unused_since)
    select 'chat-media', ${`${fixture.chats.ajeno}/`} || n || '.jpg', ${fixture.people.otroMaestro.id}, 'image/jpeg', 1, 'x',
      now() - interval '25 hours'
    from generate_series(1, 450) n`
  await app.sql`
    insert into storage.leftovers (key, since)
    select 'chat-media/sobra-' || n, now() - interval '2 hours' from generate_series(1, 450) n`
}

describe('pictures that nothing refers to', () => {
  beforeEach(async () => {
    await app.sql`delete from storage.objects where owner = ${fixture.people.otroMaestro.id}`
    await app.sql`delete from storage.leftovers`
  })
  afterEach(() => void vi.restoreAllMocks())
  const mine = () => box('otroMaestro')
  const named = () => `${fixture.chats.ajeno}/${++moment}.jpg`
  const send = (name: string) => app.sql`
    insert into public.mensajes (chat_id, autor_id, tipo, contenido)
    values (${fixture.chats.ajeno}, ${fixture.people.otroMaestro.id}, 'imagen', ${name})`
  const aDayLater = () => app.sql`
    update storage.objects
    set unused_since = unused_since - interval '25 hours', created_at = created_at - interval '25 hours'`

  test('can be removed by their uploader, and stay after they were sent', async () => {
    const name = named()
    await mine().upload(name, blob(photo))
    const place = (await rowOf(name))?.key
    expect((await box('otroBuscador').remove([name])).data).toEqual([])
    expect((await mine().remove([name, 'no/1.jpg'])).data).toMatchObject([{ name, bucket_id: 'chat-media' }])
    expect(await app.services.objects.read(place)).toBeUndefined()
    expect(await app.services.objects.read(`${place}.mini`)).toBeUndefined()
    expect(await leftovers()).toBe(0)

    await mine().upload(name, blob(photo))
    // By its address, as the storage client gives it.
    await send(mine().getPublicUrl(name).data.publicUrl)
    expect((await mine().remove([name])).data).toEqual([])
    expect((await mine().download(name)).error).toBeNull()
  })

  test('are removed although one file cannot be removed, which is tried again', async () => {
    const [first, second] = [named(), named()]
    for (const name of [first, second]) await mine().upload(name, blob(photo))
    const places = [(await rowOf(first))?.key, (await rowOf(second))?.key]
    await aDayLater()
    const { objects } = app.services
    vi.spyOn(objects, 'remove').mockRejectedValueOnce(new Error('not permitted'))
    await sweep(app.services)
    const remaining = await Promise.all(places.map((place) => objects.read(place)))
    expect(remaining.filter((found) => found !== undefined)).toHaveLength(1)
    expect(await leftovers()).toBe(1)
    await app.sql`update storage.leftovers set since = since - interval '2 hours'`
    await sweep(app.services)
    expect(await leftovers()).toBe(0)
  })

  test('are removed a day later with their bytes, but not those of a message, a profile or a ticket', async () => {
    const { id } = fixture.people.otroMaestro
    const sent = named()
    const unsent = named()
    const [foto, otra, ine] = [1, 2]
      .map((n) => `profile-photos/${id}/${n}${moment}.jpg`)
      .concat(`ine_${id}_${moment}.jpg`)
    for (const name of [sent, unsent, foto!, otra!, ine!]) {
      expect((await mine().upload(name, blob(photo))).error).toBeNull()
    }
    await box('otroMaestro', 'support-tickets').upload('falla.png', blob(photo))
    await send(sent)
    const show = (name: string) => app.sql`
      update public.maestros set foto_perfil_url = ${mine().getPublicUrl(name).data.publicUrl}, ine_url = ${ine!}
      where id = ${id}`
    await show(otra!)
    await show(foto!)
    await app.sql`
      insert into public.tickets (usuario_id, nombre, correo, mensaje, imagenes_url)
      values (${id}, 'Tomás', 'tomas@example.com', 'No se ve la foto que mandé', ${[
        box('otroMaestro', 'support-tickets').getPublicUrl('falla.png').data.publicUrl,
      ]})`
    const places = new Map<string, string>()
    for (const name of [unsent, otra!]) places.set(name, (await rowOf(name))?.key)

    await sweep(app.services)
    expect(await rowOf(unsent)).toBeDefined()
    await aDayLater()
    await sweep(app.services)
    const rows = await app.sql<{ name: string }[]>`
      select name from storage.objects where owner = ${id}`
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([sent, foto, ine, `${id}/falla.png`]))
    for (const place of places.values()) expect(await app.services.objects.read(place)).toBeUndefined()
    expect(await leftovers()).toBe(0)
  })

  test('are all removed by one sweep, also when they are more than one batch', async () => {
    await makeMoreThanOneBatch()
    await sweep(app.services)
    expect(
      await app.sql`
      select from storage.objects where owner = ${fixture.people.otroMaestro.id} and unused_since is not null`,
    ).toHaveLength(0)
    expect(await leftovers()).toBe(0)
  })

  test('are removed although the store refuses the five before them for good', async () => {
    const keys = [1, 2, 3, 4, 5, 6].map((n) => `chat-media/negada-${n}`)
    await app.sql`
      insert into storage.leftovers (key, since) select unnest(${keys}::text[]), now() - interval '2 hours'`
    const { remove } = app.services.objects
    const removing = vi.spyOn(app.services.objects, 'remove')
    for (const refusal of [
      new S3Error(403, 'DELETE', '<Code>AccessDenied</Code>'),
      Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' }),
    ]) {
      await app.sql`
        insert into storage.leftovers (key, since) values (${keys[5]!}, now() - interval '2 hours') on conflict do nothing`
      removing.mockImplementation(async (path) => {
        if (keys.slice(0, 5).includes(path)) throw refusal
        return remove(path)
      })
      await sweep(app.services)
      const left = await app.sql<{ key: string }[]>`select key from storage.leftovers order by key`
      expect(left.map(({ key }) => key)).toEqual(keys.slice(0, 5))
    }
    removing.mockRestore()
    await sweep(app.services)
    expect(await leftovers()).toBe(0)
  })

  test('wait for the next sweep after five requests, whichever way the store is away', async () => {
    await app.sql`
      insert into storage.leftovers (key, since)
      select 'chat-media/sobra-' || n, now() - interval '2 hours' from generate_series(1, 20) n`
    const refusedConnection = await fetch(`http://127.0.0.1:${await freePort('127.0.0.1')}`).catch(
      (error) => error,
    )
    const timeout = AbortSignal.timeout(0)
    if (!timeout.aborted) await once(timeout, 'abort')
    for (const away of [
      new S3Error(503, 'DELETE', '<Code>SlowDown</Code>'),
      refusedConnection,
      timeout.reason,
      Object.assign(new Error('ESTALE: stale file handle'), { code: 'ESTALE' }),
    ]) {
      const removing = vi.spyOn(app.services.objects, 'remove').mockRejectedValue(away)
      await sweep(app.services)
      expect(removing, String(away)).toHaveBeenCalledTimes(5)
      removing.mockRestore()
    }
    await sweep(app.services)
    expect(await leftovers()).toBe(0)
  })

  test('wait for the next sweep while the store of files does not answer', async () => {
    await makeMoreThanOneBatch()
    const { remove } = app.services.objects
    const removing = vi.spyOn(app.services.objects, 'remove')
    removing.mockRejectedValue(new S3Error(503, 'DELETE', ''))
    await sweep(app.services)
    expect(removing.mock.calls.length).toBeLessThanOrEqual(5)
    const stopping = new AbortController()
    removing.mockImplementation(async (path) => {
      stopping.abort()
      return remove(path)
    })
    await sweep(app.services, stopping.signal)
    removing.mockRestore()
    expect(await leftovers()).toBe(450 + 200 + 200 - 1)
    await app.sql`update storage.leftovers set since = now() - interval '2 hours'`
    await sweep(app.services)
    expect(await leftovers()).toBe(0)
  })

  test('are removed by their uploader, and with the account, without a wait for a store that hangs', async () => {
    const [removed, erased] = [named(), named()]
    for (const name of [removed, erased]) await mine().upload(name, blob(photo))
    const eva = await makeBuscador(app)
    await app.sql`update storage.objects set owner = ${eva.id} where name = ${erased}`
    const removing = vi.spyOn(app.services.objects, 'remove').mockReturnValue(new Promise(() => {}))
    expect((await mine().remove([removed])).data).toHaveLength(1)
    expect(await eraseAccount(app.services, eva.id)).toBe(true)
    removing.mockRestore()
    expect(await leftovers()).toBe(2)
    await app.sql`update storage.leftovers set since = now() - interval '2 hours'`
    await sweep(app.services)
    expect(await leftovers()).toBe(0)
  })

  test('of a deleted conversation are removed a day later', async () => {
    // The only pair without a chat has a block.
    await app.sql`delete from public.bloqueos`
    const [chat] = await app.sql<{ id: string }[]>`
      insert into public.chats (buscador_id, maestro_id)
      values (${fixture.people.buscador.id}, ${fixture.people.otroMaestro.id}) returning id`
    const name = `${chat!.id}/${++moment}.jpg`
    await mine().upload(name, blob(photo))
    await app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido)
      values (${chat!.id}, ${fixture.people.otroMaestro.id}, 'imagen', ${name})`
    await app.sql`delete from public.mensajes where chat_id = ${chat!.id}`
    await app.sql`delete from public.chats where id = ${chat!.id}`
    await aDayLater()
    await sweep(app.services)
    expect(await rowOf(name)).toBeUndefined()
  })

  test('are limited to fifty for each person', async () => {
    await app.sql`
      insert into storage.objects (bucket_id, name, owner, mimetype, size, etag, unused_since)
      select 'chat-media', ${`${fixture.chats.ajeno}/`} || n || '.jpg', ${fixture.people.otroMaestro.id}, 'image/jpeg', 1, 'x', now()
      from generate_series(1, 50) n`
    const { error } = await mine().upload(named(), blob(photo))
    expect(error).toMatchObject({ statusCode: '429', code: 'TooManyObjects' })
    expect((await box('otroBuscador').upload(named(), blob(photo))).error).toBeNull()
    await send(`${fixture.chats.ajeno}/1.jpg`)
    expect((await mine().upload(named(), blob(photo))).error).toBeNull()
  })
})
