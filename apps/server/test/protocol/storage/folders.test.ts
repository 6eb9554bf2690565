import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { makeMatrixPeople, type SignedInName } from '../../setup/rows/people.ts'

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))
beforeAll(async () => {
  await app.sql`update storage.objects set unused_since = null`
})

const box = (who: SignedInName) => fixture.clients[who].storage.from('chat-media')
const names = (objects: { name: string }[] | null | undefined) =>
  (objects ?? []).map(({ name }) => name).sort()

describe('the top-level folder', () => {
  test('shows a person the own documents, without the folders and objects of others', async () => {
    const documents = names(
      await app.sql<{ name: string }[]>`
      select name from storage.objects where owner = ${fixture.people.maestro.id} and folder = ''`,
    )
    expect(documents.length).toBeGreaterThan(0)
    expect(names((await box('maestro').list('', { limit: 1000 })).data)).toEqual(documents)
    for (const with_delimiter of [true, false]) {
      const { data } = await box('maestro').listV2({ prefix: '', with_delimiter })
      expect(data?.folders).toEqual([])
      expect(names(data?.objects)).toEqual(documents)
    }
  })

  test('is empty for a person without documents, also with the objects of subfolders', async () => {
    expect((await box('otroBuscador').list('')).data).toEqual([])
    expect((await box('otroBuscador').listV2({ prefix: '' })).data).toMatchObject({
      objects: [],
      folders: [],
    })
  })
})

describe('more folders than a page holds', () => {
  const FOLDERS = 1005
  const IN_TOP = ['a.jpg', 'b.jpg', 'c.jpg']
  const operator = () => app.client(app.services.secrets.secretKey).storage.from('support-tickets')
  const folderName = (number: number) => `folder-${String(number).padStart(4, '0')}`
  const all = [...Array.from({ length: FOLDERS }, (_, index) => folderName(index)), ...IN_TOP]

  beforeAll(async () => {
    await app.sql`delete from storage.objects where bucket_id = 'support-tickets'`
    await app.sql`
      insert into storage.objects (bucket_id, name, mimetype, size, etag)
      select 'support-tickets', name, 'image/jpeg', 1, 'x' from (
        select 'folder-' || to_char(number, 'FM0000') || '/1.jpg' as name from generate_series(0, ${FOLDERS - 1}) number
        union all select unnest(${IN_TOP}::text[])
      ) made`
  })

  test('are listed page by page for the secret key, each once, and then the objects', async () => {
    const seen: string[] = []
    for (let offset = 0; offset < all.length + 400; offset += 400) {
      const { data, error } = await operator().list('', { limit: 400, offset })
      expect(error).toBeNull()
      expect(data?.length).toBe(Math.max(0, Math.min(400, all.length - offset)))
      seen.push(...(data ?? []).map(({ name }) => name))
    }
    expect(seen).toEqual(all)
  })

  test('are listed by listV2 with its cursors, each once, and then the objects', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data, error } = await operator().listV2({
        with_delimiter: true,
        limit: 400,
        ...(cursor !== undefined && { cursor }),
      })
      expect(error).toBeNull()
      const page = [...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) =>
        name.replace(/\/$/, ''),
      )
      expect(page.length).toBeLessThanOrEqual(400)
      seen.push(...page)
      cursor = data?.hasNext ? data.nextCursor : undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(all)
  })
})

describe('removing an object', () => {
  const isThere = async (name: string) =>
    (await app.sql`select from storage.objects where name = ${name}`).length === 1
  const make = async (name: string, owner: string) => {
    await app.sql`
      insert into storage.objects (bucket_id, name, owner, mimetype, size, etag, unused_since)
      values ('chat-media', ${name}, ${owner}, 'image/jpeg', 1, 'x', now())`
    return name
  }

  test('of the other person of a chat is not possible, although nothing shows it', async () => {
    const name = await make(`${fixture.chats.propio}/9001.jpg`, fixture.people.buscador.id)
    expect((await box('maestro').remove([name])).data).toEqual([])
    expect(await isThere(name)).toBe(true)
    expect(names((await box('buscador').remove([name])).data)).toEqual([name])
    expect(await isThere(name)).toBe(false)
  })

  test('that is an identity document is not possible, although no profile shows it', async () => {
    const { id } = fixture.people.maestro
    const name = await make(`ine_${id}_9002.jpg`, id)
    expect((await box('maestro').remove([name])).data).toEqual([])
    expect(await isThere(name)).toBe(true)
  })
})
