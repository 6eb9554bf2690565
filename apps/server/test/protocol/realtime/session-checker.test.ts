import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isEndedBy, sessionChecker } from '../../../src/protocol/realtime/session-checker.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { makeBuscador, type TestPerson } from '../../setup/rows/maestros.ts'

const app = appForTests()
const ana = beforeTests(() => makeBuscador(app))
const luis = beforeTests(() => makeBuscador(app))

const of = ({ id, sessionId }: TestPerson) => ({ userId: id, sessionId })

describe('the check of sessions', () => {
  test('reports only an open session of the given person as active', async () => {
    const { checkAll, check } = sessionChecker(app.sql)
    const unknown = randomUUID()
    const statuses = await checkAll([of(ana), { userId: ana.id, sessionId: unknown }])
    expect(Object.fromEntries(statuses)).toEqual({ [ana.sessionId]: 'active', [unknown]: 'ended' })
    expect(await check({ userId: ana.id, sessionId: luis.sessionId })).toBe('ended')
    expect(await check({ userId: randomUUID(), sessionId: ana.sessionId })).toBe('ended')
  })

  test('does not report a session as active that ends while the check runs', async () => {
    const checker = sessionChecker(app.sql)
    const [mine, other] = [checker.check(of(ana)), checker.check(of(luis))]
    // The statement starts at the end of this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    checker.noteEnded({ kind: 'sessions-ended', userId: ana.id })
    expect([await mine, await other]).toEqual(['ended', 'active'])
    expect(await checker.check(of(ana))).toBe('active')
  })

  test('reports a suspended account', async () => {
    const { id, sessionId } = await makeBuscador(app)
    await app.sql`update public.profiles set suspendido_en = now() where id = ${id}`
    expect(await sessionChecker(app.sql).check({ userId: id, sessionId })).toBe('suspended')
  })
})

test('the end of sessions concerns the named person, and only or all except the named session', () => {
  const session = { userId: 'ana', sessionId: 'uno' }
  const ended = { kind: 'sessions-ended', userId: 'ana' } as const
  expect(isEndedBy(ended, session)).toBe(true)
  expect(isEndedBy({ ...ended, userId: 'luis' }, session)).toBe(false)
  expect(isEndedBy({ ...ended, only: 'uno' }, session)).toBe(true)
  expect(isEndedBy({ ...ended, only: 'dos' }, session)).toBe(false)
  expect(isEndedBy({ ...ended, except: 'uno' }, session)).toBe(false)
  expect(isEndedBy({ ...ended, except: 'dos' }, session)).toBe(true)
})
