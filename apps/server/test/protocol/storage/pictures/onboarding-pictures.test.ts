import { nombreDeObjeto, PASOS_CON_IMAGEN } from '@maestros/dominio/onboarding/pasos'
import { expect, test } from 'vitest'
import { appForTests } from '../../../setup/app.ts'
import { makeNewcomer } from '../../../setup/rows/onboarding.ts'
import { blob, bomb, jpeg } from '../../../setup/rows/pictures.ts'

/** The four pictures of onboarding get the same checks, whatever their path. */

const app = appForTests()

test.each(PASOS_CON_IMAGEN)(
  'a bad file is refused as %s, and a picture loses what is hidden in it',
  async (paso) => {
    const person = await makeNewcomer(app)
    const box = person.client.storage.from('chat-media')
    let moment = 1_700_000_000_000
    const send = async (bytes: Buffer) => {
      const name = nombreDeObjeto(paso, person.id, ++moment, 'jpg')
      const { error } = await box.upload(name, blob(bytes))
      return { name, error }
    }
    const good = await jpeg(60, 40)
    expect((await send(Buffer.from('%PDF-1.7'))).error).not.toBeNull()
    expect((await send(bomb(30_000, 30_000))).error).not.toBeNull()

    const polyglot = await send(Buffer.concat([good, Buffer.from('PK\x03\x04<script>alert(1)</script>')]))
    expect(polyglot.error).toBeNull()
    const stored = Buffer.from(await (await box.download(polyglot.name)).data!.arrayBuffer())
    expect(stored.includes('script')).toBe(false)

    const others = await makeNewcomer(app)
    const theirs = nombreDeObjeto(paso, others.id, ++moment, 'jpg')
    expect((await box.upload(theirs, blob(good))).error).not.toBeNull()
  },
)
