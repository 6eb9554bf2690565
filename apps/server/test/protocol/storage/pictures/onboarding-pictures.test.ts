import { nombreDeObjeto, PASOS_CON_IMAGEN } from '@maestros/dominio/onboarding/pasos'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../setup/app.ts'
import { makeNewcomer } from '../../../setup/rows/onboarding.ts'
import { animated, blob, bomb, jpeg } from '../../../setup/rows/pictures.ts'

/** The four pictures of onboarding get the same checks, whatever their path. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test.each(PASOS_CON_IMAGEN)(
  'a bad file is refused as %s, and a picture loses what is hidden in it',
  async (paso) => {
    const person = await makeNewcomer(app)
    const box = person.client.storage.from('chat-media')
    let moment = 1_700_000_000_000
    const send = async (bytes: Buffer, type = 'image/jpeg') => {
      const name = nombreDeObjeto(paso, person.id, ++moment, 'jpg')
      const { error } = await box.upload(name, blob(bytes, type))
      return { name, error }
    }
    const good = await jpeg(60, 40)
    const refusals = [
      Buffer.from('%PDF-1.7'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      good.subarray(0, good.length / 2),
      Buffer.concat([good, Buffer.alloc(5 * 1024 * 1024 + 1 - good.length)]),
      bomb(30_000, 30_000),
    ]
    for (const bytes of refusals) expect((await send(bytes)).error).not.toBeNull()
    expect((await send(Buffer.from('GIF89a'), 'image/gif')).error).not.toBeNull()

    const polyglot = await send(Buffer.concat([good, Buffer.from('PK\x03\x04<script>alert(1)</script>')]))
    expect(polyglot.error).toBeNull()
    const stored = Buffer.from(await (await box.download(polyglot.name)).data!.arrayBuffer())
    expect(stored.includes('script')).toBe(false)

    const moving = await send(await animated(), 'image/webp')
    const still = Buffer.from(await (await box.download(moving.name)).data!.arrayBuffer())
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1)

    const others = await makeNewcomer(app)
    const theirs = nombreDeObjeto(paso, others.id, ++moment, 'jpg')
    expect((await box.upload(theirs, blob(good))).error).not.toBeNull()
  },
)
