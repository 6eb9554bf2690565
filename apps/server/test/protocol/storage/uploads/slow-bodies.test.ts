import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { appForTests, type TestApp } from '../../../setup/app.ts'
import { makePerson, type TestPerson } from '../../../setup/rows/maestros.ts'
import { blob, jpeg } from '../../../setup/rows/pictures.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }
const photo = await jpeg()

/** Begins an upload on its own socket, with the length of a picture and its first byte. */
function begin(app: TestApp, person: TestPerson, name: string): Socket {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    [
      `POST /storage/v1/object/support-tickets/${name} HTTP/1.1`,
      `host: ${hostname}`,
      `apikey: ${app.services.secrets.publishableKey}`,
      `authorization: Bearer ${person.token}`,
      'content-type: image/jpeg',
      'content-length: 5000000',
      '',
      '\xff',
    ].join('\r\n'),
    'latin1',
  )
  return socket
}

const uploadAs = (person: TestPerson, name: string) =>
  person.client.storage.from('support-tickets').upload(name, blob(photo))

describe('an upload that sends very slowly', () => {
  const app = appForTests({ UPLOAD_GRACE_SECONDS: '1' })

  test('is aborted with 408 when its grace period is over, and its connection is closed', async () => {
    const ana = await makePerson(app, 'buscador')
    const socket = begin(app, ana, 'lenta.jpg')
    const trickle = setInterval(() => socket.write('x'), 50)
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(trickle)
    const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 /)
    expect(head).toMatch(/^connection: close$/im)
    expect(JSON.parse(body)).toEqual({
      statusCode: '408',
      error: 'RequestTimeout',
      code: 'RequestTimeout',
      message: 'La imagen tardó demasiado en llegar. Revisa tu conexión e inténtalo de nuevo.',
    })
    expect((await uploadAs(ana, 'otra.jpg')).error).toBeNull()
  })
})

describe('uploads whose client leaves while its token is checked', () => {
  const app = appForTests()

  test('do not count as uploads of the person', async () => {
    const ana = await makePerson(app, 'buscador')
    const { callers } = app.services
    const { read } = callers
    for (let times = 0; times < 4; times += 1) {
      const { promise: checked, resolve: done } = Promise.withResolvers<void>()
      callers.read = async (request) => {
        const caller = await read(request)
        const gone = new Promise((resolve) => request.raw.once('close', resolve))
        socket.destroy()
        await gone
        setImmediate(done)
        return caller
      }
      const socket = begin(app, ana, `abandonada_${times}.jpg`)
      await checked
      callers.read = read
    }
    expect((await uploadAs(ana, 'completa.jpg')).error).toBeNull()
  })
})

describe('very slow uploads of ten accounts', () => {
  // Longer than the test lasts on a busy machine.
  const app = appForTests({ UPLOAD_GRACE_SECONDS: '120' })

  test('do not affect the uploads of others, and their own fifth is answered with 503 and Retry-After', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => makePerson(app, 'buscador')))
    const sockets = people.flatMap((person) =>
      [1, 2, 3, 4].map((n) => begin(app, person, `${person.id}/lenta_${n}.jpg`)),
    )
    const fifth = (person: TestPerson) =>
      fetch(`${app.url}/storage/v1/object/support-tickets/quinta.jpg`, {
        method: 'POST',
        headers: {
          apikey: app.services.secrets.publishableKey,
          authorization: `Bearer ${person.token}`,
          'content-type': 'text/plain',
        },
        body: 'nada',
      })
    for (const person of people) {
      await expect.poll(async () => (await fifth(person)).status, PATIENCE).toBe(503)
    }
    const answer = await fifth(people[0]!)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(await answer.json()).toEqual({
      statusCode: '503',
      error: 'SlowDown',
      code: 'SlowDown',
      message: 'Se están subiendo muchas imágenes. Inténtalo en un momento.',
    })
    expect((await uploadAs(await makePerson(app, 'buscador'), 'foto.jpg')).error).toBeNull()
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await uploadAs(people[0]!, 'despues.jpg')).error, PATIENCE).toBeNull()
  })
})
