import { expect, test } from 'vitest'
import { Overloaded } from '../../../../src/platform/limits/overloaded.ts'
import { decodeQueue } from '../../../../src/protocol/storage/pictures/decode-queue.ts'

/** Jobs that end when the test decides. */
function jobs({ slow = false } = {}) {
  const decode = decodeQueue()
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (
    name: string,
    who: { person: string; address: string },
    signal = new AbortController().signal,
  ) =>
    decode(
      who,
      (noteSlow) =>
        new Promise<string>((resolve) => {
          if (slow) noteSlow()
          started.push(name)
          ends.set(name, () => resolve(name))
        }),
      signal,
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { add, end, started }
}
/** The queue starts the next job in promise callbacks. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one person has one decode at a time, and the other place is free for another person', async () => {
  const { add, end, started } = jobs()
  const ana = { person: 'ana', address: '10.0.0.1' }
  void add('ana 1', ana)
  void add('ana 2', ana)
  void add('ana 3', ana)
  void add('luis 1', { person: 'luis', address: '10.0.0.1' })
  await settled()
  expect(started).toEqual(['ana 1', 'luis 1'])
  await end('ana 1')
  expect(started).toEqual(['ana 1', 'luis 1', 'ana 2'])
})

test('many accounts at one address delay another address by one decode at most', async () => {
  const { add, end, started } = jobs()
  for (let n = 1; n <= 10; n++) void add(`many ${n}`, { person: `p${n}`, address: '10.0.0.1' })
  void add('alone', { person: 'ana', address: '10.0.0.2' })
  await settled()
  await end('many 1')
  await end('many 2')
  expect(started.slice(0, 4)).toContain('alone')
})

test('three more pictures of a person can wait, and the next is refused', async () => {
  const { add } = jobs()
  const ana = { person: 'ana', address: '10.0.0.1' }
  for (let n = 0; n < 4; n++) void add(`ana ${n}`, ana)
  const error = await add('ana 5', ana).catch((refusal: unknown) => refusal)
  expect(error).toBeInstanceOf(Overloaded)
  expect(error).toMatchObject({ retryAfter: 5 })
})

test('an upload whose client has disconnected leaves the queue', async () => {
  const { add, end, started } = jobs()
  const ana = { person: 'ana', address: '10.0.0.1' }
  const gone = new AbortController()
  void add('ana 1', ana)
  const left = add('ana 2', ana, gone.signal).catch((reason: unknown) => reason)
  void add('ana 3', ana)
  await settled()
  gone.abort(new Error('gone'))
  expect(await left).toMatchObject({ message: 'gone' })
  await end('ana 1')
  expect(started).toEqual(['ana 1', 'ana 3'])
})

test('three accounts at one address leave a place to other addresses', async () => {
  const { add, started } = jobs()
  for (let n = 1; n <= 10; n++) void add(`many ${n}`, { person: `p${n}`, address: '10.0.0.1' })
  void add('alone', { person: 'ana', address: '10.0.0.2' })
  await settled()
  expect(started).toEqual(['many 1', 'many 2', 'many 3', 'alone'])
})

test('people whose last picture was slow share one place', async () => {
  const { add, end, started } = jobs({ slow: true })
  for (const n of [1, 2, 3]) {
    void add(`slow ${n}`, { person: `p${n}`, address: `10.0.0.${n}` })
    await settled()
    await end(`slow ${n}`)
  }
  started.length = 0
  for (const n of [1, 2, 3]) void add(`again ${n}`, { person: `p${n}`, address: `10.0.0.${n}` })
  void add('ana 1', { person: 'ana', address: '10.0.0.4' })
  await settled()
  expect(started.toSorted()).toEqual(['again 1', 'ana 1'])
  await end('again 1')
  expect(started.slice(2)).toEqual(['again 2'])
})
