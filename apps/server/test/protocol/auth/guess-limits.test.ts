import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rememberAddress } from '../../../src/protocol/auth/known-addresses.ts'
import { guessLimit } from '../../../src/protocol/auth/limits.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'

/** The limits of guesses alone. The password and the code have further limits, which would hide these. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({
    LIMIT_SIGNIN_EMAIL: '3/300',
    LIMIT_SIGNIN_ACCOUNT: '5/300',
    LIMIT_SIGNIN_ADDRESS: '8/300',
  })
})
afterAll(() => app.close())

type Kind = 'signin' | 'code'
const newEmail = () => `${randomUUID()}@example.com`
let last = 0
const newAddress = () => `203.0.113.${++last}`

/** How many wrong guesses are allowed until the first refusal. */
async function allowed(kind: Kind, next: () => { email: string; ip: string }): Promise<number> {
  for (let count = 0; count < 20; count++) {
    const { email, ip } = next()
    const limit = guessLimit(app.services, kind, email, ip)
    try {
      await limit.check()
      await limit.settle(false)
    } catch (error) {
      expect(error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
      return count
    }
  }
  return 20
}

describe('wrong codes', () => {
  test('of one account are limited from all addresses together', async () => {
    const email = newEmail()
    expect(await allowed('code', () => ({ email, ip: newAddress() }))).toBe(3)
  })

  test('from one address are limited for all accounts together', async () => {
    const ip = newAddress()
    expect(await allowed('code', () => ({ email: newEmail(), ip }))).toBe(8)
  })
})

describe('wrong passwords', () => {
  test('of one account from one address are limited', async () => {
    const guess = { email: newEmail(), ip: newAddress() }
    expect(await allowed('signin', () => guess)).toBe(3)
  })

  test('of one account are limited from all addresses together', async () => {
    const email = newEmail()
    expect(await allowed('signin', () => ({ email, ip: newAddress() }))).toBe(5)
  })

  test('from the addresses of one IPv6 network are limited together', async () => {
    let host = 0
    expect(
      await allowed('signin', () => ({ email: newEmail(), ip: `2001:db8:7::${(++host).toString(16)}` })),
    ).toBe(8)
  })
})

test('of an account the 50 addresses that were seen last are remembered, as hashes', async () => {
  const { id } = await makeBuscador(app)
  for (let i = 0; i < 60; i++) await rememberAddress(app.services, id, `2001:db8:${i}::1`)
  const rows = await app.sql<
    { address: string }[]
  >`select address from auth.known_addresses where user_id = ${id}`
  expect(rows.length).toBeLessThanOrEqual(51)
  expect(rows.filter(({ address }) => address.includes('2001'))).toEqual([])
})

test('a right guess does not count', async () => {
  const guess = guessLimit(app.services, 'signin', newEmail(), newAddress())
  for (let i = 0; i < 10; i++) {
    await guess.check()
    await guess.settle(true)
  }
})
