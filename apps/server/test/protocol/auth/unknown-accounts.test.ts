import { afterAll, describe, expect, test } from 'vitest'
import { verifyPassword } from '../../../src/protocol/auth/passwords/credentials.ts'
import { fairPasswords } from '../../../src/protocol/auth/passwords/hash-queue.ts'
import { type Passwords, passwordThreads } from '../../../src/protocol/auth/passwords/passwords.ts'
import { findByEmail } from '../../../src/protocol/auth/users.ts'
import { appForTests } from '../../setup/app.ts'
import { makeOperator } from '../../setup/rows/operators.ts'
import { newEmail } from './people.ts'

/** The time of a sign-in must not show whether the account exists. These tests count hashes instead of measuring time. */

const app = appForTests({ LIMIT_SIGNIN_EMAIL: '3/300' })
const threads = passwordThreads(1)
afterAll(() => threads.close())
const compared: string[] = []
const counted: Passwords = {
  ...threads,
  verify: (hash, password) => {
    compared.push(hash)
    return threads.verify(hash, password)
  },
}
const passwords = fairPasswords(counted, 1)
const sign = async () => ({ token: '', expiresIn: 0, expiresAt: 0 })

const guess = (readUser: () => Promise<{ encrypted_password: string } | undefined>, email = newEmail()) =>
  verifyPassword({ ...app.services, passwords, sign }, { email, ip: '127.0.0.1' }, 'secreta-123', readUser)
const costOf = (hash: string | undefined) => hash?.split('$').slice(0, 4).join('$')

describe('a password for an account that does not exist', () => {
  test('is compared with a hash of the same cost as that of an account', async () => {
    const encrypted_password = await threads.hash('otra-456')
    expect(await guess(async () => ({ encrypted_password }))).toBeUndefined()
    expect(await guess(async () => undefined)).toBeUndefined()
    expect(compared).toHaveLength(2)
    expect(costOf(compared[1])).toBe(costOf(encrypted_password))
  })

  test('takes as long as one for an operator, who has no password', async () => {
    const { email } = await makeOperator(app)
    expect(await guess(() => findByEmail(app.sql, email), email)).toBeUndefined()
    expect(await guess(async () => undefined)).toBeUndefined()
    const [operator, unknown] = compared.slice(-2)
    expect(costOf(operator)).toBe(costOf(unknown))
  })

  test('never opens anything, although a hash is compared', async () => {
    const encrypted_password = await threads.hash('secreta-123')
    const user = { encrypted_password }
    expect(await guess(async () => user)).toBe(user)
    expect(await guess(async () => undefined)).toBeUndefined()
  })
})

test('after too many wrong passwords neither the account is read nor a password hashed', async () => {
  const email = newEmail()
  let read = 0
  const nobody = async () => {
    read += 1
    return undefined
  }
  for (let i = 0; i < 3; i++) expect(await guess(nobody, email)).toBeUndefined()
  const before = compared.length
  await expect(guess(nobody, email)).rejects.toMatchObject({ status: 429 })
  expect([read, compared.length]).toEqual([3, before])
})
