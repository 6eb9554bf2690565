import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError, chatRefusal, isWorthRetrying, rateLimitSentence, unwrap } from '#lib/client/call-error.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { signedOut } from '../setup/people.ts'

describe('a failed read', () => {
  test.each([
    ['no answer', new CallError('', 0), true],
    ['a server error', new CallError('', 500), true],
    ['a server that is unavailable', new CallError('', 503), true],
    ['too many calls', new CallError('', 429), true],
    ['an error of another kind', new TypeError('fetch'), true],
    ['a time-out', new CallError('', 408), false],
    ['an invalid call', new CallError('', 400), false],
    ['an expired session', new CallError('', 401), false],
    ['something that does not exist', new CallError('', 404), false],
  ])('after %s is retried or not as that failure deserves', (_name, error, expected) => {
    expect(isWorthRetrying(error)).toBe(expected)
  })

  async function triesFor(error: Error): Promise<number> {
    vi.useFakeTimers()
    const read = vi.fn(() => Promise.reject(error))
    const done = queryClient
      .fetchQuery({ queryKey: [error.message], queryFn: read, ...queryClient.getDefaultOptions().queries })
      .catch(() => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    await done
    vi.useRealTimers()
    return read.mock.calls.length
  }

  test('is tried three times in all, or once when a retry cannot help', async () => {
    expect(await triesFor(new CallError('unavailable', 503))).toBe(3)
    expect(await triesFor(new CallError('missing', 404))).toBe(1)
  })
})

test('only a refusal because of too many calls has a sentence for the person', () => {
  expect(rateLimitSentence(new CallError('Espera.', 429, 'RATE_LIMITED'))).toBe('Espera.')
  expect(rateLimitSentence(new CallError('Espera.', 429, 'OTHER'))).toBeNull()
  expect(rateLimitSentence(new CallError('Espera.', 500, 'RATE_LIMITED'))).toBeNull()
  expect(rateLimitSentence(new Error('Espera.'))).toBeNull()
})

test('a refused message or chat has the sentence of the server when the person cannot write or has written too much', () => {
  expect(chatRefusal(new CallError('No puedes escribirle.', 403, 'FORBIDDEN'))).toBe('No puedes escribirle.')
  expect(chatRefusal(new CallError('Espera.', 429, 'RATE_LIMITED'))).toBe('Espera.')
  expect(chatRefusal(new CallError('forbidden', 200, 'FORBIDDEN'))).toBeNull()
  expect(chatRefusal(new CallError('contenido: invalid', 400, 'INVALID_INPUT'))).toBeNull()
  expect(chatRefusal(new Error('No puedes escribirle.'))).toBeNull()
})

test('a table call gives its data, or throws its error with status and code', () => {
  expect(unwrap({ data: [1], error: null, status: 200 })).toEqual([1])
  expect(() => unwrap({ data: null, error: { message: 'no', code: '22P02' }, status: 400 })).toThrow(
    expect.objectContaining({ message: 'no', status: 400, code: '22P02' }),
  )
})

describe('the cache of server state', () => {
  beforeEach(() => queryClient.setQueryData(['secret'], 'of one person'))

  test('is emptied when the person signs out', () => {
    signedOut()
    expect(queryClient.getQueryData(['secret'])).toBeUndefined()
  })
})
