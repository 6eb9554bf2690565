import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeOffThread, shrinkOffThread } from '#entities/picture/shrink-off-thread.ts'

/** The wait for the worker. Neither workers nor a canvas of a browser exist here. */

vi.mock('#entities/picture/shrink.ts', () => ({ shrink: async () => new Blob(['on the page']) }))

/** Whether the script of the worker arrives. */
let arrives = true
const workers: TestWorker[] = []

class TestWorker {
  onmessage: (event: { data: unknown }) => void = () => {}
  onerror: (event: unknown) => void = () => {}
  orders: unknown[] = []
  ended = false
  constructor() {
    workers.push(this)
    if (arrives) queueMicrotask(() => this.onmessage({ data: 'ready' }))
  }
  postMessage(order: unknown) {
    this.orders.push(order)
    // A large photo on a slow phone.
    setTimeout(() => this.onmessage({ data: new Blob(['in the worker']) }), 20_000)
  }
  terminate() {
    this.ended = true
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('OffscreenCanvas', class {})
  vi.stubGlobal('Worker', TestWorker)
  workers.length = 0
  arrives = true
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const photo = new File(['photo'], 'foto.jpg', { type: 'image/jpeg' })

test('a picture is made smaller on the page when the script of the worker does not arrive', async () => {
  arrives = false
  const small = shrinkOffThread(photo)
  await vi.advanceTimersByTimeAsync(4000)
  expect(await (await small).text()).toBe('on the page')
  expect(workers).toMatchObject([{ ended: true, orders: [] }])
})

test('a worker whose script has arrived may take its time', async () => {
  const small = shrinkOffThread(photo)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await (await small).text()).toBe('in the worker')
  expect(workers).toMatchObject([{ ended: true, orders: [{ picture: photo }] }])
})

test('a frame of the camera is closed when the script of the worker does not arrive', async () => {
  arrives = false
  const frame = { width: 4, height: 3, close: vi.fn() }
  const encoded = encodeOffThread(frame, 0.9)
  await vi.advanceTimersByTimeAsync(4000)
  expect(await encoded).toBeNull()
  expect(frame.close).toHaveBeenCalledOnce()
})
