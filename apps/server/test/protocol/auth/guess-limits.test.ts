import { expect, test } from 'vitest'
import { rememberAddress } from '../../../src/protocol/auth/known-addresses.ts'
import { guessLimit } from '../../../src/protocol/auth/limits.ts'
import { appForTests } from '../../setup/app.ts'
import { makeBuscador } from '../../setup/rows/maestros.ts'

/** The limits of guesses alone. The password and the code have further limits, which would hide these. */

const app = appForTests({
  LIMIT_SIGNIN_EMAIL: '3/300',
  LIMIT_SIGNIN_ACCOUNT: '5/300',
  LIMIT_SIGNIN_ADDRESS: '8/300',
})

test.each<[string, 'signin' | 'code', number, (n: number) => { email: string; ip: string }]>([
  ['wrong codes of one account', 'code', 3, (n) => ({ email: 'ana@example.com', ip: `203.0.113.${n}` })],
  ['wrong codes from one address', 'code', 8, (n) => ({ email: `${n}@example.com`, ip: '198.51.100.1' })],
  [
    'wrong passwords from the addresses of one IPv6 network',
    'signin',
    8,
    (n) => ({ email: `${n}@example.org`, ip: `2001:db8:7::${n}` }),
  ],
])('%s are limited together', async (_what, kind, max, nth) => {
  for (let count = 1; count <= max + 1; count++) {
    const { email, ip } = nth(count)
    const limit = guessLimit(app.services, kind, email, ip)
    const guess = limit.check().then(() => limit.settle(false))
    if (count <= max) await guess
    else await expect(guess).rejects.toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  }
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
