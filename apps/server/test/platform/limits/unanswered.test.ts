import { expect, test } from 'vitest'
import { pausesAfterNoAnswer } from '../../../src/platform/limits/unanswered.ts'

const TIMEOUT_MS = 10_000

function services() {
  let time = 0
  const pauses = pausesAfterNoAnswer({ slowMs: 3000, longestMs: TIMEOUT_MS }, () => time)
  let requests = 0
  const request = (name: string, ms: number, error?: string) =>
    pauses
      .attempt(
        name,
        async () => {
          requests += 1
          time += ms
          if (error !== undefined) throw new Error(error)
        },
        (given) => given instanceof Error && given.message === 'no',
      )
      .then(
        () => 'sent',
        ({ message }: Error) => message,
      )
  return {
    hangs: (name = 'uno') => request(name, TIMEOUT_MS, 'timeout'),
    refuses: (name = 'uno') => request(name, 5, 'reset'),
    answers: (name = 'uno') => request(name, 5),
    refusesLate: (name = 'uno') => request(name, TIMEOUT_MS, 'no'),
    pass: (ms: number) => {
      time += ms
    },
    requests: () => requests,
    pauses,
  }
}
const PAUSED = 'the service did not answer and is paused'

test('a service that does not answer gets no request for 15 s, and other services get theirs', async () => {
  const { hangs, answers, pass, requests } = services()
  expect(await hangs()).toBe('timeout')
  pass(14_000)
  expect(await answers()).toBe(PAUSED)
  expect(await answers('otro')).toBe('sent')
  expect(requests()).toBe(2)
  pass(1000)
  expect(await answers()).toBe('sent')
  expect(await answers()).toBe('sent')
})

test('each pause is twice as long as the one before, up to two minutes, until the service answers', async () => {
  const { hangs, answers, pass } = services()
  for (const pause of [15_000, 30_000, 60_000, 120_000, 120_000]) {
    expect(await hangs()).toBe('timeout')
    pass(pause - 1)
    expect(await hangs()).toBe(PAUSED)
    pass(1)
  }
  expect(await answers()).toBe('sent')
  await hangs()
  pass(15_000)
  expect(await answers()).toBe('sent')
})

test('after a pause one request at a time is sent until it is answered', async () => {
  const { hangs, answers, pass, pauses } = services()
  await hangs()
  pass(15_000)
  const { promise, resolve } = Promise.withResolvers<string>()
  const probe = pauses.attempt('uno', () => promise)
  expect(await answers()).toBe(PAUSED)
  resolve('sent')
  expect(await probe).toBe('sent')
  expect(await answers()).toBe('sent')
})

test('an answer that comes late begins no pause, also when it is a refusal', async () => {
  const { refusesLate, answers } = services()
  expect(await refusesLate()).toBe('no')
  expect(await answers()).toBe('sent')
})

test('a connection that fails at once begins no pause', async () => {
  const { refuses, answers } = services()
  expect(await refuses()).toBe('reset')
  expect(await answers()).toBe('sent')
})
