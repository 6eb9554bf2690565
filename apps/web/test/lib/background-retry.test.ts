import { InfiniteQueryObserver, QueryObserver, type QueryObserverResult } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#lib/client/call-error.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { signedOut } from '../setup/people.ts'

/** The server cannot be reached at first: each of these tests decides how it answers afterwards. */

const unavailable = () => Promise.reject(new CallError('unavailable', 503))
/** How long the first read and its retries take. */
const FIRST_READ_MS = 1200
const FIRST_PAUSE_MS = 5000

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  Object.assign(document, { visibilityState: 'visible' })
  queryClient.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Shows a query that has failed. `states` holds what a screen has shown since, `hide` leaves the screen. */
async function showFailure(error: Error | null = null) {
  const read = vi.fn<() => Promise<string>>(() => (error ? Promise.reject(error) : unavailable()))
  const observer = new QueryObserver(queryClient, {
    queryKey: ['shown'],
    queryFn: read,
    ...queryClient.getDefaultOptions().queries,
  })
  const states: QueryObserverResult['status'][] = []
  const hide = observer.subscribe(({ status }) => states.push(status))
  await vi.advanceTimersByTimeAsync(FIRST_READ_MS)
  expect(observer.getCurrentResult().status).toBe('error')
  states.length = 0
  read.mockClear()
  return { read, states, hide, observer }
}

test('a failure that is shown is tried again after growing pauses, and the screen shows nothing of it', async () => {
  const { read, states } = await showFailure()
  const seconds: number[] = []
  const start = Date.now()
  read.mockImplementation(() => {
    seconds.push((Date.now() - start) / 1000)
    return unavailable()
  })
  await vi.advanceTimersByTimeAsync(200_000)
  expect(seconds).toEqual([5, 15, 35, 75, 135, 195])
  expect(states).toEqual([])
})

test('the pauses are up to a half longer at random', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.99)
  const { read } = await showFailure()
  await vi.advanceTimersByTimeAsync(FIRST_PAUSE_MS)
  expect(read).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(FIRST_PAUSE_MS / 2)
  expect(read).toHaveBeenCalledTimes(1)
})

test('the screen shows the data as soon as the server answers, and nothing is tried after that', async () => {
  const { read, states, observer } = await showFailure()
  read.mockResolvedValue('datos')
  await vi.advanceTimersByTimeAsync(FIRST_PAUSE_MS)
  expect(states).toEqual(['success'])
  expect(observer.getCurrentResult()).toMatchObject({ data: 'datos', failureCount: 0, isFetching: false })
  await vi.advanceTimersByTimeAsync(200_000)
  expect(read).toHaveBeenCalledTimes(1)
})

test('a list of several pages is read again from its first page', async () => {
  const read = vi.fn<(page: number) => Promise<string>>(unavailable)
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['pages'],
    initialPageParam: 1,
    getNextPageParam: () => 2,
    queryFn: ({ pageParam }) => read(pageParam),
  })
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(FIRST_READ_MS)
  read.mockResolvedValue('página')
  await vi.advanceTimersByTimeAsync(FIRST_PAUSE_MS)
  expect(observer.getCurrentResult()).toMatchObject({ data: { pages: ['página'] }, hasNextPage: true })
})

test('a refusal after the outage is shown like any other', async () => {
  const { read, observer } = await showFailure()
  const refusal = new CallError('missing', 404)
  read.mockRejectedValue(refusal)
  await vi.advanceTimersByTimeAsync(FIRST_PAUSE_MS)
  expect(observer.getCurrentResult().error).toBe(refusal)
  read.mockClear()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(read).not.toHaveBeenCalled()
})

test.each([
  ['a refusal', new CallError('missing', 404)],
  ['an error of the server', new CallError('broken', 500)],
  ['a limit', new CallError('too many', 429)],
])('%s is not tried again', async (_name, error) => {
  const { read } = await showFailure(error)
  await vi.advanceTimersByTimeAsync(200_000)
  expect(read).not.toHaveBeenCalled()
})

test('a query that is never retried is not tried again', async () => {
  const read = vi.fn(unavailable)
  new QueryObserver(queryClient, { queryKey: ['once'], queryFn: read, retry: false }).subscribe(
    () => undefined,
  )
  await vi.advanceTimersByTimeAsync(200_000)
  expect(read).toHaveBeenCalledTimes(1)
})

test.each([
  ['in a hidden tab', () => void Object.assign(document, { visibilityState: 'hidden' })],
  ['on a screen that was left', (hide: () => void) => hide()],
  ['after the person has signed out', () => signedOut()],
])('nothing is tried %s', async (_where, change) => {
  const { read, hide } = await showFailure()
  change(hide)
  await vi.advanceTimersByTimeAsync(200_000)
  expect(read).not.toHaveBeenCalled()
})

test('a retry by the person happens at once, and its failure begins no second series', async () => {
  const { read, observer } = await showFailure()
  void observer.refetch()
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(FIRST_READ_MS)
  read.mockClear()
  await vi.advanceTimersByTimeAsync(FIRST_PAUSE_MS)
  expect(read).toHaveBeenCalledTimes(1)
})
