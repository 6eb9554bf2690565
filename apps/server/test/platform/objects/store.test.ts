import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { diskStore } from '../../../src/platform/objects/disk.ts'
import { s3Store } from '../../../src/platform/objects/s3.ts'
import { sealedStore } from '../../../src/platform/objects/sealed.ts'
import type { ObjectStore } from '../../../src/platform/objects/store.ts'
import { readConfig } from '../../../src/platform/settings/config.ts'
import { startApp } from '../../setup/app.ts'
import { makePerson } from '../../setup/rows/maestros.ts'
import { blob, jpeg } from '../../setup/rows/pictures.ts'
import { openFiles } from '../../setup/services/open-files.ts'
import { type S3Server, startS3 } from '../../setup/services/s3-server.ts'

/** One suite for all object stores, then the tests of each. */

const UNSAFE = [
  '',
  '/etc/passwd',
  '../secrets.json',
  'chat-media/../../secrets.json',
  'chat-media/..',
  './a',
  'a//b',
  'a/',
  'a\\..\\b',
  'a\0b',
  'a\nb',
  '.drafts/x',
  'chat-media/.oculto',
  `chat-media/${'ñ'.repeat(128)}`,
  'a/'.repeat(600),
  `${'a/'.repeat(600)}b`,
  'a\ud800b',
]

let dir: string
let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
  dir = await mkdtemp(join(tmpdir(), 'maestros-objects-'))
  await writeFile(join(dir, 'secrets.json'), 'secreto')
})
afterAll(async () => {
  await s3.close()
  await rm(dir, { recursive: true, force: true })
})
const disk = () => diskStore(join(dir, 'objects'))
const settingsOf = (changed: Partial<S3Server['settings']> = {}) => {
  const { s3: settings } = readConfig({ ...s3.settings, ...changed })
  if (!settings) throw new Error('no settings')
  return settings
}
const STORES: Record<string, () => ObjectStore> = { disk, S3: () => s3Store(settingsOf()) }

describe.each(Object.keys(STORES))('objects on %s', (where) => {
  const store = () => STORES[where]!()

  it('are read as they were written, replaced as a whole, and removed', async () => {
    const path = "chat-media/profile-photos/abc/ñandú (1) 'a' + b & c=d!*.webp"
    await store().write(path, Buffer.from([1, 2, 3]))
    expect(await store().read(path)).toEqual({ bytes: Buffer.from([1, 2, 3]), size: 3 })
    await store().write(path, Buffer.from([9]))
    expect(await store().read(path)).toEqual({ bytes: Buffer.from([9]), size: 1 })
    await store().remove(path)
    expect(await store().read(path)).toBeUndefined()
    await store().remove(path)
  })

  it('that are written many times at once contain one complete write at the end', async () => {
    const path = 'chat-media/b/1.png'
    const writes = Array.from({ length: 20 }, (_, n) => Buffer.alloc(50_000, n + 1))
    await Promise.all(writes.map((bytes) => store().write(path, bytes)))
    const found = await store().read(path)
    expect(writes.some((bytes) => found?.bytes.equals(bytes))).toBe(true)
  })

  it('are read by every server with the same key when they are sealed, and hold no plain bytes', async () => {
    const path = 'chat-media/d/1.sealed'
    const secret = 'una-clave-de-documentos-de-32-letras'
    const bytes = Buffer.from('bytes de una INE '.repeat(20))
    await sealedStore(store(), secret).writeSealed(path, bytes)
    expect((await store().read(path))?.bytes.includes('bytes de una INE')).toBe(false)
    expect(await sealedStore(store(), secret).read(path)).toEqual({ bytes, size: bytes.length })
    await expect(sealedStore(store(), `${secret}-otra`).read(path)).rejects.toThrow('DOCUMENTS_KEY')
  })

  describe('that are sealed while they are written', () => {
    const path = 'chat-media/e/1.sealed'
    const secret = 'una-clave-de-documentos-de-32-letras'
    const sealed = () => sealedStore(store(), secret)
    const BLOCK = 64 * 1024

    async function written(bytes: Buffer, at = path) {
      const file = join(dir, 'sellado')
      const parts = Array.from({ length: Math.ceil(bytes.length / 50_000) }, (_, n) =>
        bytes.subarray(n * 50_000, (n + 1) * 50_000),
      )
      await pipeline(Readable.from(parts), sealed().sealing(at), createWriteStream(file))
      await sealed().writeFile(at, file)
    }
    const streamed = async (part?: { start: number; end: number }, at = path) => {
      const stream = await sealed().stream(at, part)
      return stream && buffer(stream)
    }

    it('are refused when a plain file is in their place', async () => {
      const place = 'chat-media/e/2.sealed'
      await written(randomBytes(100), place)
      expect((await streamed(undefined, place))?.length).toBe(100)
      await store().write(place, randomBytes(100))
      await expect(sealed().read(place)).rejects.toThrow('must be encrypted and is not')
      await expect(streamed(undefined, place)).rejects.toThrow('must be encrypted and is not')
    })

    it.each([1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 777])(
      'are streamed in any part, of %i bytes',
      async (size) => {
        const bytes = randomBytes(size)
        await written(bytes)
        const sample = bytes.subarray(0, 16)
        // Fewer bytes may also occur in the sealed ones by chance.
        if (sample.length === 16) expect((await store().read(path))?.bytes.includes(sample)).toBe(false)
        expect((await streamed())?.equals(bytes)).toBe(true)
        expect(await sealed().read(path)).toEqual({ bytes, size })
        const edges = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, size - 1].filter((at) => at < size)
        for (const start of edges) {
          for (const end of edges.filter((at) => at >= start)) {
            expect((await streamed({ start, end }))?.equals(bytes.subarray(start, end + 1))).toBe(true)
          }
        }
      },
    )

    it('are refused when they were changed, shortened or moved, or with another key', async () => {
      const size = 2 * BLOCK + 100
      await written(randomBytes(size))
      const file = (await store().read(path))?.bytes ?? Buffer.alloc(0)
      const [first, last] = [
        { start: 10, end: 20 },
        { start: 2 * BLOCK + 10, end: 2 * BLOCK + 20 },
      ]
      const changed = Buffer.from(file)
      changed.writeUInt8(changed.readUInt8(file.length - 1) ^ 1, file.length - 1)
      await store().write(path, changed)
      await expect(streamed()).rejects.toThrow('damaged')
      await expect(streamed(last)).rejects.toThrow('damaged')
      expect(await streamed(first)).toHaveLength(11)
      const tag = 16
      for (const missing of [1, 100 + tag, 100 + tag + 1, BLOCK + 100 + 2 * tag, file.length - 32]) {
        await store().write(path, file.subarray(0, file.length - missing))
        await expect(streamed()).rejects.toThrow()
        await expect(streamed(last)).rejects.toThrow()
      }
      await store().write('chat-media/e/2.sealed', file)
      await expect(streamed(undefined, 'chat-media/e/2.sealed')).rejects.toThrow('damaged')
      const swapped = Buffer.concat([
        file.subarray(0, 32),
        file.subarray(32 + BLOCK + tag, 32 + 2 * (BLOCK + tag)),
        file.subarray(32, 32 + BLOCK + tag),
        file.subarray(32 + 2 * (BLOCK + tag)),
      ])
      await store().write(path, swapped)
      await expect(streamed()).rejects.toThrow('damaged')
      await expect(streamed(first)).rejects.toThrow('damaged')
      await store().write(path, file)
      await expect(sealedStore(store(), `${secret}-otra`).stream(path)).rejects.toThrow('DOCUMENTS_KEY')
      await sealed().remove(path)
      expect(await streamed()).toBeUndefined()
    })

    it('are closed when their stream is destroyed before its first read, and not opened with another key', async () => {
      await written(randomBytes(3 * BLOCK))
      const sources: Readable[] = []
      const watched: ObjectStore = {
        ...store(),
        stream: async (...given) => {
          const source = await store().stream(...given)
          if (source) sources.push(source)
          return source
        },
      }
      const stream = await sealedStore(watched, secret).stream(path)
      stream?.destroy()
      expect(sources).toHaveLength(2)
      await expect.poll(() => sources.every(({ closed }) => closed)).toBe(true)
      expect(await openFiles(path)).toEqual([])
      sources.length = 0
      await expect(sealedStore(watched, `${secret}-otra`).stream(path)).rejects.toThrow('DOCUMENTS_KEY')
      expect(sources).toHaveLength(1)
      expect(await openFiles(path)).toEqual([])
    })
  })

  it('are different from their folders', async () => {
    await store().write('chat-media/c/1.png', Buffer.from('x'))
    expect(await store().read('chat-media/c')).toBeUndefined()
    expect(await store().read('chat-media/c/1.png/2.png')).toBeUndefined()
    await store().remove('chat-media/c')
    expect(await store().read('chat-media/c/1.png')).toBeDefined()
  })

  it.each(UNSAFE.map((path) => ({ path, shown: JSON.stringify(path).slice(0, 40) })))(
    'the path $shown can be neither read, written nor removed',
    async ({ path }) => {
      await expect(store().read(path)).rejects.toThrow(/path/)
      await expect(store().write(path, Buffer.from('x'))).rejects.toThrow(/path/)
      await expect(store().remove(path)).rejects.toThrow(/path/)
      expect(await readFile(join(dir, 'secrets.json'), 'utf8')).toBe('secreto')
    },
  )
})

test('files on disk are accessible to their owner only, and no temporary file is left', async () => {
  await disk().write('chat-media/a/1.png', Buffer.from('x'))
  expect((await stat(join(dir, 'objects/chat-media/a/1.png'))).mode & 0o777).toBe(0o600)
  // A file where a folder is needed: the write fails and its temporary file is removed too.
  await expect(disk().write('chat-media/a/1.png/2.png', Buffer.from('y'))).rejects.toThrow()
  expect(await readdir(join(dir, 'objects/.drafts'))).toEqual([])
})

describe('S3', () => {
  const path = 'chat-media/d/1.png'

  test('that fails temporarily is retried, and one that stays down is an error', async () => {
    Object.assign(s3.fail, { times: 1, status: 503 })
    await s3Store(settingsOf()).write(path, Buffer.from('x'))
    expect((await s3Store(settingsOf()).read(path))?.bytes.toString()).toBe('x')
    s3.fail.times = 50
    await expect(s3Store(settingsOf()).read(path)).rejects.toThrow('503 SlowDown')
    s3.fail.times = 0
  })

  const callsOf = (store: ObjectStore) => [
    () => store.write(path, Buffer.from('x')),
    () => store.read(path),
    () => store.remove(path),
  ]

  test('that loses the connection within an answer is called again, twice at most', async () => {
    for (const call of callsOf(s3Store(settingsOf()))) {
      Object.assign(s3.fail, { times: 2, status: 0 })
      await call()
      s3.fail.times = 3
      await expect(call()).rejects.toThrow(TypeError)
      expect(s3.fail.times).toBe(0)
    }
  })

  /**
   * A server of its own that fails always: on a busy machine a call may be given up before it has reached S3, and would then use up a failure
   * of the next call.
   */
  const failing = async (status: number) => {
    const own = await startS3()
    onTestFinished(own.close)
    const settings = { ...settingsOf(), endpoint: own.settings.S3_ENDPOINT }
    const fail = Object.assign(own.fail, { times: Number.POSITIVE_INFINITY, status })
    return { settings, fail }
  }

  test('that stops before or within an answer is given up after a limited time, also when memory was collected meanwhile', async () => {
    setFlagsFromString('--expose-gc')
    const collect = setInterval(runInNewContext('gc'), 50)
    onTestFinished(() => clearInterval(collect))
    const { settings, fail } = await failing(-1)
    const store = s3Store(settings, 300)
    const file = join(dir, 'archivo')
    await writeFile(file, 'x')
    const whole = [...callsOf(store), () => store.writeFile(path, file)]
    const calls = whole.flatMap((call) => [-1, -2].map((status) => ({ call, status })))
    for (const { call, status } of [...calls, { call: () => store.stream(path), status: -2 }]) {
      fail.status = status
      await expect(call()).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
    }
  })

  test('that answers without the first bytes of a streamed file is given up after a limited time', async () => {
    const { settings } = await failing(-3)
    const stream = s3Store(settings, 2000).stream(path)
    await expect(stream).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
  })

  test('that stops within the first bytes of a sealed file is given up after a limited time', async () => {
    const { settings } = await failing(-1)
    const store = sealedStore(s3Store(settings), 'una-clave-de-documentos-de-32-letras', 300)
    const sealed = `${path}.sealed`
    await expect(store.stream(sealed)).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
  })

  test('with wrong keys, or without its bucket, is an error and never a missing object', async () => {
    const wrong = s3Store(settingsOf({ S3_SECRET_ACCESS_KEY: 'otra' }))
    await expect(wrong.read(path)).rejects.toThrow('403 SignatureDoesNotMatch')
    await expect(wrong.write(path, Buffer.from('y'))).rejects.toThrow('403')
    await expect(wrong.remove(path)).rejects.toThrow('403')
    await expect(s3Store(settingsOf({ S3_BUCKET: 'otro' })).read(path)).rejects.toThrow('404 NoSuchBucket')
    await expect(startApp({ ...s3.settings, S3_SECRET_ACCESS_KEY: 'otra' })).rejects.toThrow(
      /^S3_BUCKET no se puede/,
    )
  })

  test.for(['GET', 'PUT', 'DELETE'])('whose keys may not %s stops the start', async (method) => {
    s3.denied.set(method, 'AccessDenied')
    try {
      await expect(startApp(s3.settings)).rejects.toThrow(
        new RegExp(`^S3_BUCKET no se puede leer y escribir .*403 AccessDenied to ${method}`),
      )
    } finally {
      s3.denied.clear()
      s3.objects.clear()
    }
  })

  test('whose bucket is full does not stop the start, because what is stored can be read', async () => {
    s3.denied.set('PUT', 'QuotaExceeded')
    try {
      const app = await startApp({ ...s3.settings, LOG_LEVEL: 'warn' })
      const warnings = app.lines.filter((line) => line.includes('S3 refuses to write'))
      expect(warnings).toEqual([expect.stringContaining('403 QuotaExceeded to PUT')])
      await app.close()
    } finally {
      s3.denied.clear()
    }
  })

  test('must be configured completely or not at all, and a missing setting is named', () => {
    expect(readConfig({}).s3).toBeUndefined()
    for (const name of Object.keys(s3.settings)) {
      expect(() => readConfig({ ...s3.settings, [name]: '' })).toThrow(`${name} falta`)
    }
    expect(() => readConfig({ ...s3.settings, S3_ENDPOINT: 'aqui' })).toThrow(/^S3_ENDPOINT debe ser/)
  })

  test('stores uploads, and the product behaves the same', async () => {
    const app = await startApp(s3.settings)
    const { id, client } = await makePerson(app, 'maestro')
    const name = `profile-photos/${id}/1.jpg`
    const box = client.storage.from('chat-media')
    expect((await box.upload(name, blob(await jpeg()))).error).toBeNull()
    const kept = [...s3.objects.keys()].filter(
      (key) => key.startsWith('chat-media/') && key.endsWith('.mini'),
    )
    expect(kept).toHaveLength(1)
    expect((await fetch(box.getPublicUrl(name).data.publicUrl)).headers.get('content-type')).toBe(
      'image/jpeg',
    )
    expect((await box.remove([name])).data).toHaveLength(1)
    expect(s3.objects.has(kept[0]!)).toBe(false)
    // The object of the check at the start.
    expect([...s3.objects.keys()]).not.toContain('comprobacion')
    await app.close()
  })

  test('that is away makes uploads and reads answer 503, stops no start, and a repeated upload works', async () => {
    const app = await startApp(s3.settings)
    const { id, token } = await makePerson(app, 'maestro')
    const headers = { apikey: app.services.secrets.publishableKey, authorization: `Bearer ${token}` }
    const body = blob(await jpeg())
    const at = (folder: string, name: string | number) =>
      `${app.url}/storage/v1/object/${folder}chat-media/profile-photos/${id}/${name}.jpg`
    const answerOf = async (url: string, request: RequestInit = {}) => {
      const answer = await fetch(url, request)
      const text = await answer.text()
      const { headers, status } = answer
      return [
        status,
        headers.get('retry-after'),
        headers.get('cache-control'),
        status === 503 ? JSON.parse(text) : '',
      ]
    }
    onTestFinished(() => {
      s3.fail.times = 0
    })
    const AWAY = {
      statusCode: '503',
      error: 'ServiceUnavailable',
      code: 'ServiceUnavailable',
      message: 'Los archivos no están disponibles por ahora. Inténtalo de nuevo en un momento.',
    }
    const upload = (name: number) => answerOf(at('', name), { method: 'POST', headers, body })
    const read = (name: number) => answerOf(at('public/', name))
    await upload(1)
    // With 0 the connection is lost.
    for (const status of [500, 503, 429, 0]) {
      Object.assign(s3.fail, { times: 1000, status })
      expect(await upload(1000 + status)).toEqual([503, '5', 'no-store', AWAY])
      expect(await read(1)).toEqual([503, '5', 'no-store', AWAY])
      expect(app.takeErrors()).toHaveLength(2)
      await (await startApp(s3.settings, app)).close()
      s3.fail.times = 0
      expect((await upload(1000 + status))[0]).toBe(200)
      expect((await read(1000 + status))[0]).toBe(200)
    }
    await app.close()
  })

  test('without DOCUMENTS_KEY says at the start that other machines cannot read identity documents', async () => {
    const warned = async (settings: Record<string, string>) => {
      const app = await startApp({ ...s3.settings, LOG_LEVEL: 'warn', ...settings })
      await app.close()
      return app.lines.filter((line) => line.includes('DOCUMENTS_KEY')).length
    }
    expect(await warned({})).toBe(1)
    expect(await warned({ DOCUMENTS_KEY: 'k'.repeat(32) })).toBe(0)
  })
})
