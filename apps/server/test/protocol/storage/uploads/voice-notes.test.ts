import { NOTA_DE_VOZ } from '@maestros/dominio/limites'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../../setup/app.ts'
import {
  replaced,
  SOUND,
  sendVoice,
  uploadVoice,
  videoWebm,
  voiceAac,
  voiceInParts,
  voiceMp4,
  voiceWebm,
} from '../../../setup/rows/audio.ts'
import { makePair, send } from '../../../setup/rows/chats.ts'
import { makeBuscador, type TestPerson, unlockContacto } from '../../../setup/rows/maestros.ts'
import { blob, jpeg } from '../../../setup/rows/pictures.ts'

/** The files of voice notes: recognized by their content, private, served in parts. */

const app = appForTests()
const pair = beforeTests(() => makePair(app))
beforeAll(() => unlockContacto(app, { maestro: pair.luis.id, buscador: pair.ana.id }))

let moment = 1_700_000_000_000
const box = ({ client }: TestPerson, bucket = 'chat-media') => client.storage.from(bucket)
const inChat = (extension: string) => `${pair.chat}/${++moment}.${extension}`
const typeOf = async (name: string) =>
  (await app.sql<{ mimetype: string }[]>`select mimetype from storage.objects where name = ${name}`)[0]
    ?.mimetype

/** A box of MP4 with these contents. */
function mp4Box(type: string, ...contents: Buffer[]): Buffer {
  const body = Buffer.concat(contents)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + body.length)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}

describe('a recording', () => {
  const ACCEPTED: [string, () => Promise<Buffer>, string, string][] = [
    ['WebM with Opus', voiceWebm, 'webm', 'audio/webm'],
    ['WebM that was written in parts', voiceInParts, 'webm', 'audio/webm'],
    ['MP4 with Opus', voiceMp4, 'm4a', 'audio/mp4'],
    ['MP4 with AAC', voiceAac, 'm4a', 'audio/mp4'],
    ['MP4 under a name and a type that say otherwise', voiceMp4, 'jpg', 'audio/mp4'],
  ]
  test.each(ACCEPTED)('as %s is stored as it came', async (_name, recording, extension, type) => {
    const name = inChat(extension)
    const bytes = await recording()
    expect((await box(pair.ana).upload(name, blob(bytes, 'image/jpeg'))).error).toBeNull()
    expect(await typeOf(name)).toBe(type)
    const { data } = await box(pair.ana).download(name)
    expect(Buffer.from(await data!.arrayBuffer()).equals(bytes)).toBe(true)
  })

  const REFUSED: [string, () => Promise<Buffer>][] = [
    ['a video', videoWebm],
    ['WebM with another codec', async () => replaced(await voiceWebm(), 'A_OPUS', 'A_FLAC')],
    ['Matroska that is not WebM', async () => replaced(await voiceWebm(), 'webm', 'mkv ')],
    ['WebM without a sound', async () => (await voiceWebm()).subarray(0, 200)],
    ['WebM that ends in a number', async () => (await voiceWebm()).subarray(0, 6)],
    ['MP4 with a picture track', async () => replaced(await voiceMp4(), 'soun', 'vide')],
    ['MP4 with another codec', async () => replaced(await voiceMp4(), 'Opus', 'alac')],
    ['MP4 that was cut', async () => (await voiceMp4()).subarray(0, -10)],
    ['MP4 without a sound', async () => (await voiceMp4()).subarray(0, 36 + 605)],
    [
      'MP4 with two tracks',
      async () => {
        const bytes = await voiceMp4()
        const at = bytes.indexOf('trak', 0, 'latin1') - 4
        const track = bytes.subarray(at, at + bytes.readUInt32BE(at))
        return Buffer.concat([bytes.subarray(0, 36), mp4Box('moov', track, track), mp4Box('mdat')])
      },
    ],
    ['an HTML page that begins like MP4', async () => Buffer.from('    ftyp<script>alert(1)</script>')],
  ]
  test.each(REFUSED)('that is %s is refused', async (_name, recording) => {
    const name = inChat('webm')
    const { error } = await box(pair.ana).upload(name, blob(await recording(), 'audio/webm'))
    expect(error).toMatchObject({ message: expect.stringContaining('mime type'), statusCode: '415' })
    expect(await typeOf(name)).toBeUndefined()
  })

  test('is accepted up to its maximum size, which is smaller than that of a picture', async () => {
    const bytes = await voiceWebm()
    const filled = (size: number) => blob(Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]))
    const [fits, tooLarge] = [inChat('webm'), inChat('webm')]
    expect((await box(pair.ana).upload(fits, filled(NOTA_DE_VOZ.maxBytes))).error).toBeNull()
    const { error } = await box(pair.ana).upload(tooLarge, filled(NOTA_DE_VOZ.maxBytes + 1))
    expect(error).toMatchObject({ statusCode: '413' })
    // The database refuses it too.
    const statement = app.sql`update storage.objects set size = ${NOTA_DE_VOZ.maxBytes + 1} where name = ${fits}`
    await expect(statement).rejects.toThrow(/objects_audio_is_short_and_in_a_chat/)
  })

  test('is refused everywhere but in a chat: as a photo, a document, a picture of a ticket or of a review', async () => {
    const { ana, luis } = pair
    const recording = blob(await voiceWebm(), 'audio/webm')
    const places: [TestPerson, string, string][] = [
      [luis, 'chat-media', `profile-photos/${luis.id}/1.webm`],
      [luis, 'chat-media', `ine_${luis.id}_1.webm`],
      [luis, 'chat-media', `documentos/${luis.id}/ine_reverso_1.webm`],
      [ana, 'chat-media', `review-photos/${ana.id}/1.webm`],
      [ana, 'support-tickets', 'nota.webm'],
    ]
    for (const [person, bucket, name] of places) {
      const { error } = await box(person, bucket).upload(name, recording)
      expect(error, name).toMatchObject({ statusCode: '415' })
    }
    const statement = app.sql`
      insert into storage.objects (bucket_id, name, owner, mimetype, size, etag)
      values ('chat-media', ${`profile-photos/${luis.id}/2.webm`}, ${luis.id}, 'audio/webm', 1, 'x')`
    await expect(statement).rejects.toThrow(/objects_audio_is_short_and_in_a_chat/)
  })
})

describe('the file of a voice note', () => {
  test('is seen by its uploader only until it is sent, then by the two people of the chat and nobody else', async () => {
    const { ana, luis, chat } = pair
    const eva = await makeBuscador(app)
    const sees = async (person: TestPerson, name: string) => (await box(person).download(name)).error === null
    const name = await uploadVoice(ana, chat)
    expect(await Promise.all([ana, luis, eva].map((one) => sees(one, name)))).toEqual([true, false, false])
    // The other person can neither send it nor upload something in its place.
    const stolen = await send(luis.client, chat, name, { tipo: 'audio', ...SOUND })
    expect(stolen.status).toBe(400)
    expect((await send(ana.client, chat, name, { tipo: 'audio', ...SOUND })).status).toBe(200)
    expect(await Promise.all([ana, luis, eva].map((one) => sees(one, name)))).toEqual([true, true, false])
    expect((await fetch(box(ana).getPublicUrl(name).data.publicUrl)).status).toBe(400)
    // A stranger cannot upload to the chat.
    const { error } = await box(eva).upload(inChat('webm'), blob(await voiceWebm()))
    expect(error).toMatchObject({ statusCode: '403' })
  })

  test('is played from an address that expires, with its type, in parts, and never as a page', async () => {
    const { contenido } = await sendVoice(pair.ana, pair.chat)
    const address = app.url + contenido
    const whole = await fetch(address)
    expect(whole.status).toBe(200)
    expect(whole.headers.get('content-type')).toBe('audio/webm')
    expect(whole.headers.get('content-disposition')).toBe('inline')
    expect(whole.headers.get('content-security-policy')).toContain('sandbox')
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    const bytes = Buffer.from(await whole.arrayBuffer())
    const part = await fetch(address, { headers: { range: 'bytes=100-199' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
    const download = await fetch(`${address}&download=nota-de-voz.webm`)
    expect(download.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''nota-de-voz.webm")
    expect((await fetch(address.replace(/token=.{10}/, 'token=aaaaaaaaaa'))).status).toBe(400)
  })

  test('of a picture that is sent beside it keeps its own type', async () => {
    const name = inChat('webm')
    expect((await box(pair.ana).upload(name, blob(await jpeg(), 'audio/webm'))).error).toBeNull()
    expect(await typeOf(name)).toBe('image/jpeg')
  })
})
