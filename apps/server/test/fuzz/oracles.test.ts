import { expect, test } from 'vitest'
import { grown } from './growth.ts'
import type { HttpInput } from './input.ts'
import { judge } from './oracles.ts'
import type { Answer } from './send.ts'

/** What the fuzzer reports: an oracle that accepts everything would find nothing. */

const input = (path: string): HttpInput => ({ kind: 'http', who: 'anon', method: 'GET', path, headers: {} })
const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  kind: 'http',
  status,
  headers: { 'content-type': 'application/json', ...headers },
  text: typeof body === 'string' ? body : JSON.stringify(body),
})
const REST = '/rest/v1/chats'
const refused = { message: 'no', code: 'PGRST100', details: null, hint: null }

test.each([
  ['a 500', answer(500, refused)],
  ['a 503 without Retry-After', answer(503, refused)],
  ['an error that is not JSON', answer(400, '{"message":')],
  ['an error without a message', answer(400, { error: 'x' })],
  ['an error that is a page', answer(404, '<html>', { 'content-type': 'text/html' })],
  ['a stack trace', answer(400, { ...refused, message: 'x at run (/srv/a.js:10:5)' })],
  ['a file of the server', answer(400, { ...refused, details: 'protocol/rest/plan.ts:12' })],
  ['a statement', answer(400, { ...refused, hint: 'select id from public.chats where id = $1' })],
  ['a name of the internal schema', answer(200, { a: 'interno.directorio' })],
  ['no answer', { kind: 'none', reason: 'x' } as const],
])('the fuzzer reports %s', (_name, given) => {
  expect(judge(input(REST), given)).toBeTypeOf('string')
})

test.each([
  ['a refusal in the shape of its surface', REST, answer(400, refused)],
  ['a 503 with Retry-After', REST, answer(503, refused, { 'retry-after': '1' })],
  [
    'words that the caller sent',
    `${REST}?id=eq.interno.directorio`,
    answer(400, { ...refused, message: 'interno.directorio' }),
  ],
  [
    'a refusal of functions',
    '/functions/v1/x',
    answer(404, { success: false, error: 'no', code: 'NOT_FOUND' }),
  ],
])('the fuzzer accepts %s', (_name, path, given) => {
  expect(judge(input(path), given)).toBeUndefined()
})

test('the fuzzer reports a socket that was closed for an internal error', () => {
  const socket = { kind: 'socket', who: 'anon', vsn: '2.0.0', frames: [] } as const
  expect(judge({ ...socket, frames: [] }, { kind: 'socket', closed: 1011 })).toBeTypeOf('string')
  expect(judge({ ...socket, frames: [] }, { kind: 'socket', closed: 1008 })).toBeUndefined()
})

test('the fuzzer reports memory that was not freed', () => {
  const mb = (live: number, resident: number) => ({ live: live * 2 ** 20, resident: resident * 2 ** 20 })
  expect(grown({ before: mb(50, 200), after: mb(60, 260) })).toBeUndefined()
  expect(grown({ before: mb(50, 200), after: mb(250, 300) })).toContain('live')
  expect(grown({ before: mb(50, 200), after: mb(60, 900) })).toContain('resident')
})
