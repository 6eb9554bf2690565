import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rest } from '../../fuzz/grammar/rest.ts'
import { describeInput, type HttpInput } from '../../fuzz/input.ts'
import { openSender, type Sender } from '../../fuzz/send.ts'
import { KEYS, makeWorld } from '../../fuzz/world.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { snapshot } from '../../setup/leak-watch.ts'

/** Nothing is written by a request that is refused. That each answer is clear and in time is in test/fuzz. */

/** On a busy machine the test sends fewer requests instead of taking more time. */
const LIMIT_MS = 2500

let app: TestApp
let sender: Sender
beforeAll(async () => {
  app = await startApp({ ...KEYS })
  sender = openSender(app.url, await makeWorld(app.sql), 1)
})
afterAll(async () => {
  await sender.close()
  await app.close()
})

async function statusOf(input: HttpInput): Promise<number> {
  const { answer } = await sender.send(input)
  if (answer.kind !== 'http') throw new Error(`no answer to ${describeInput(input)}`)
  expect(answer.status, describeInput(input)).toBeLessThan(500)
  return answer.status
}

test('a refused request changes nothing', async () => {
  const until = performance.now() + LIMIT_MS
  let before = await snapshot(app)
  const isAllowed = ({ who }: HttpInput) => who !== 'secret'
  await fc.assert(
    fc.asyncProperty(rest({ extremes: false }).filter(isAllowed), async (input) => {
      if (performance.now() > until) return
      const status = await statusOf(input)
      const after = await snapshot(app)
      if (status >= 400) expect(after, describeInput(input)).toEqual(before)
      before = after
    }),
    { numRuns: 150 },
  )
})

const notAnEmail = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    '@',
    'a@',
    'a b@example.com',
    'a@b@c.mx',
    'a@example.com\0',
    'x\ud800@example.com',
  ),
  fc.constant(`${'a'.repeat(300)}@example.com`),
  fc.jsonValue({ maxDepth: 1 }).filter((one) => typeof one !== 'string'),
)

test('an invalid e-mail, password or body neither creates an account nor opens a session', async () => {
  const accounts = async () => {
    const all = await snapshot(app)
    return [all['auth.users'], all['auth.sessions'], all['public.profiles']]
  }
  const before = await accounts()
  const given = fc.record(
    {
      email: notAnEmail,
      password: fc.oneof(fc.constantFrom('', '12345', 'x'.repeat(5000)), fc.jsonValue({ maxDepth: 1 })),
      data: fc.jsonValue({ maxDepth: 2 }),
      gotrue_meta_security: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: ['email'] },
  )
  const routes = fc.constantFrom('signup', 'token?grant_type=password', 'recover', 'resend')
  const until = performance.now() + LIMIT_MS
  await fc.assert(
    fc.asyncProperty(given, routes, async (fields, route) => {
      if (performance.now() > until) return
      const input: HttpInput = {
        ...{ kind: 'http', who: 'anon', method: 'POST', path: `/auth/v1/${route}` },
        ...{ headers: { 'content-type': 'application/json' }, body: [JSON.stringify(fields)] },
      }
      expect([400, 422], describeInput(input)).toContain(await statusOf(input))
    }),
    { numRuns: 150 },
  )
  expect(await accounts()).toEqual(before)
})
