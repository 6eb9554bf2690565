import { expect, onTestFinished, test } from 'vitest'
import { ADDRESS_BUFFERED_BYTES, BUFFERED_BYTES } from '../../../src/protocol/realtime/limits.ts'
import { appForTests } from '../../setup/app.ts'
import { eventually, listen, liveClient, NAVBAR, rawSocket, subscribed } from '../../setup/live.ts'
import { makeMaestro } from '../../setup/rows/maestros.ts'
import { metric } from './requests.ts'

const app = appForTests()

const dropped = () => metric(app, 'realtime_slow_readers_dropped_total')

test('clients of one address that do not read hold a limited amount together, and one that reads gets everything', async () => {
  const luis = await makeMaestro(app)
  // Alone, each of them could hold BUFFERED_BYTES.
  const slow = await Promise.all(
    Array.from({ length: (ADDRESS_BUFFERED_BYTES / BUFFERED_BYTES) * 1.5 }, () => rawSocket(app)),
  )
  onTestFinished(() => {
    for (const { socket } of slow) socket.terminate()
  })
  for (const socket of slow) {
    socket.join('lento', luis, {
      postgres_changes: [{ event: '*', schema: 'public', table: 'mensajes' }],
    })
    await socket.answer('1')
    socket.socket.pause()
  }
  const reader = await liveClient(app, luis)
  const received = await subscribed(listen(reader, NAVBAR))
  const before = await dropped()
  const contenido = 'x'.repeat(BUFFERED_BYTES / 8)
  let told = 0
  // The buffers of the operating system fill first. How much they take depends on the machine.
  await expect
    .poll(
      async () => {
        for (let messages = 0; messages < 3; messages++) {
          app.services.bus.publish({
            kind: 'change',
            table: 'mensajes',
            type: 'INSERT',
            record: { id: String(++told), contenido },
            readers: [luis.id],
            at: new Date().toISOString(),
          })
        }
        await eventually(() => received.rows.length).toBe(told)
        return dropped()
      },
      { interval: 1, timeout: 40_000 },
    )
    .toBe(before + slow.length)
  for (const { socket } of slow) socket.resume()
  await eventually(() => slow.every(({ closes }) => closes.length === 1)).toBe(true)
  // A socket that is closed for its own buffer gets a reason. One that is ended because of all buffers gets none.
  expect(slow.map(({ closes }) => closes[0]?.code)).toContain(1006)
  await reader.removeAllChannels()
})
