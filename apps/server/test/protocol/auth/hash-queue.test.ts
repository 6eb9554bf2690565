import { describe, expect, it } from 'vitest'
import { fairPasswords } from '../../../src/protocol/auth/passwords/hash-queue.ts'

/** Threads that finish a job when the test decides, so that the order of the jobs is visible. */
function heldThreads() {
  const started: string[] = []
  const finish = new Map<string, () => void>()
  const job = (password: string) => {
    started.push(password)
    return new Promise<void>((resolve) => finish.set(password, resolve))
  }
  return {
    started,
    threads: {
      hash: async (password: string) => {
        await job(password)
        return password
      },
      verify: async (_hash: string, password: string) => {
        await job(password)
        return true
      },
      close: async () => {},
    },
    async finish(password: string) {
      finish.get(password)?.()
      await new Promise(setImmediate)
    },
  }
}

const settle = () => new Promise(setImmediate)
const refusals = async (jobs: Promise<unknown>[]) => {
  const refused: unknown[] = []
  for (const job of jobs) job.catch((error: unknown) => refused.push(error))
  await settle()
  return refused
}

describe('the hash queue', () => {
  it('runs one job of an account at a time, queues 15 more and answers the rest with 429', async () => {
    const held = heldThreads()
    const passwords = fairPasswords(held.threads, 2)
    const jobs = Array.from({ length: 600 }, (_, i) =>
      passwords.hash({ email: 'una@example.com', ip: '203.0.113.1' }, `una ${i}`),
    )
    const refused = await refusals(jobs)
    expect(held.started).toEqual(['una 0'])
    expect(refused).toHaveLength(600 - 16)
    expect(refused[0]).toMatchObject({ status: 429, code: 'over_request_rate_limit', retryAfter: 5 })
  })

  it('reads nothing for a caller who waits or is refused', async () => {
    const held = heldThreads()
    const passwords = fairPasswords(held.threads, 2)
    let read = 0
    const readHash = async () => {
      read += 1
      return ''
    }
    const jobs = Array.from({ length: 600 }, (_, i) =>
      passwords.verify({ email: 'una@example.com', ip: '203.0.113.1' }, readHash, `una ${i}`),
    )
    expect(await refusals(jobs)).toHaveLength(600 - 16)
    expect(read).toBe(1)
    await held.finish('una 0')
    expect(read).toBe(2)
  })

  it('starts the sign-in of another account at once while one account is flooded from many addresses', async () => {
    const held = heldThreads()
    const passwords = fairPasswords(held.threads, 2)
    const flood = Array.from({ length: 1000 }, (_, i) =>
      passwords.hash({ email: 'una@example.com', ip: `10.0.${i >> 8}.${i & 255}` }, `una ${i}`),
    )
    await refusals([...flood, passwords.hash({ email: 'otra@example.com', ip: '203.0.113.9' }, 'otra')])
    expect(held.started).toEqual(['una 0', 'otra'])
  })

  it('gives one of the next two free threads to another address while one address signs in to many accounts', async () => {
    const held = heldThreads()
    const passwords = fairPasswords(held.threads, 2)
    const flood = Array.from({ length: 1000 }, (_, i) =>
      passwords.hash({ email: `cuenta-${i}@example.com`, ip: '203.0.113.1' }, `cuenta ${i}`),
    )
    const other = passwords.verify({ email: 'otra@example.com', ip: '203.0.113.9' }, async () => '', 'otra')
    const refused = await refusals(flood)
    expect(refused).toHaveLength(1000 - 102)
    expect(held.started).toEqual(['cuenta 0', 'cuenta 1'])
    await held.finish('cuenta 0')
    await held.finish('cuenta 1')
    expect(held.started).toEqual(['cuenta 0', 'cuenta 1', 'cuenta 2', 'otra'])
    await held.finish('otra')
    expect(await other).toBe(true)
  })

  it('counts the IPv6 addresses of one connection as one address', async () => {
    const held = heldThreads()
    const passwords = fairPasswords(held.threads, 1)
    const flood = Array.from({ length: 200 }, (_, i) =>
      passwords.hash({ email: `cuenta-${i}@example.com`, ip: `2001:db8::${i.toString(16)}` }, `cuenta ${i}`),
    )
    expect(await refusals(flood)).toHaveLength(200 - 101)
  })

  it('lets one address use every thread while no other address needs one', async () => {
    const held = heldThreads()
    const passwords = fairPasswords(held.threads, 4)
    const people = Array.from({ length: 30 }, (_, i) =>
      passwords.hash({ email: `cuenta-${i}@example.com`, ip: '203.0.113.1' }, `cuenta ${i}`),
    )
    expect(await refusals(people)).toEqual([])
    expect(held.started).toHaveLength(4)
  })
})
