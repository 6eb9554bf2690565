import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Grant, signer } from '../../../src/platform/objects/signed.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { makePair } from '../../setup/rows/chats.ts'
import { blob, jpeg } from '../../setup/rows/pictures.ts'

const photo = await jpeg()
const NOW = 1_800_000_000
const { check, token } = signer({ jwtSecret: 'x'.repeat(32) }, () => NOW)

describe('the token of a signed address', () => {
  const grant: Grant = { act: 'upload', bucket: 'chat-media', name: 'a/1.jpg', holder: 'ana.sesion' }
  const given = token(grant, NOW + 60)

  test('is valid for its act, bucket, name and holder, and for no other', () => {
    expect(check(grant, given)).toBe(NOW + 60)
    for (const other of [
      { act: 'read' },
      { act: 'mini' },
      { bucket: 'support-tickets' },
      { name: 'a/2.jpg' },
      { holder: 'luis.sesion' },
      { holder: '' },
    ] as const) {
      expect(check({ ...grant, ...other }, given), JSON.stringify(other)).toBeUndefined()
    }
  })

  test('is not valid with another expiry, another secret, or one character changed', () => {
    const [end = '', seal = ''] = given.split('.')
    expect(check(grant, `${(NOW + 61).toString(36)}.${seal}`)).toBeUndefined()
    expect(check(grant, `${end}.${seal.slice(0, -2)}${seal.endsWith('AA') ? 'BA' : 'AA'}`)).toBeUndefined()
    expect(signer({ jwtSecret: 'y'.repeat(32) }, () => NOW).check(grant, given)).toBeUndefined()
  })

  test('is not valid from its expiry on', () => {
    expect(check(grant, token(grant, NOW + 1))).toBe(NOW + 1)
    expect(check(grant, token(grant, NOW))).toBeUndefined()
  })

  test('of an earlier version of the server is still valid', () => {
    const secrets = { jwtSecret: 'un secreto fijo de más de treinta y dos letras' }
    const { sign, check } = signer(secrets, () => NOW)
    const picture = { bucket: 'chat-media', name: 'chats/1/2.jpg' }
    const read = 'trobo0.fbUlFAj_dt2UpTTpnx96ORheiAq3bnWbnFtGk0RReXQ'
    expect(check({ act: 'read', ...picture }, read)).toBe(NOW + 3600)
    expect(sign(picture.bucket, picture.name, 3600, undefined)).toBe(
      `/storage/v1/object/sign/chat-media/chats/1/2.jpg?token=${read}`,
    )
    const upload = 'trobo0.JAmYQiW9FC_LXqGags0nF5gyJxlaH-0R-G1Gm47pruI'
    expect(check({ act: 'upload', ...picture, holder: 'a b' }, upload)).toBe(NOW + 3600)
  })

  test('differs for parts that are equal only when joined', () => {
    const one = token({ act: 'read', bucket: 'chat-media', name: 'a","b' }, NOW + 60)
    expect(check({ act: 'read', bucket: 'chat-media","a', name: 'b' }, one)).toBeUndefined()
  })
})

describe('the token of a signed upload', () => {
  const app = appForTests()
  const pair = beforeTests(() => makePair(app))

  const put = (name: string, signed: string) =>
    fetch(`${app.url}/storage/v1/object/upload/sign/chat-media/${name}?token=${encodeURIComponent(signed)}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: blob(photo),
    })

  test('is for the account and the session that requested it: another holder in it is refused', async () => {
    const { ana, luis, chat } = pair
    const name = `${chat}/1700000000001.jpg`
    const { data } = await ana.client.storage.from('chat-media').createSignedUploadUrl(name)
    const [, , ...seal] = (data?.token ?? '').split('.')
    for (const [userId, sessionId] of [
      [luis.id, luis.sessionId],
      [ana.id, randomUUID()],
      [luis.id, ana.sessionId],
    ]) {
      const answer = await put(name, [userId, sessionId, ...seal].join('.'))
      expect(await answer.json()).toMatchObject({ code: 'InvalidJWT' })
    }
    expect((await put(name, data?.token ?? '')).status).toBe(200)
    const [object] = await app.sql`select owner from storage.objects where name = ${name}`
    expect(object?.owner).toBe(ana.id)
  })
})
