import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient, readAgain } from '#lib/session/query-client.ts'

/** A query that is shown. Its reads are answered one by one, in the order in which they began. */
function showQuery(queryKey: string[]) {
  const reads: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => reads.push(resolve))
  const observer = new QueryObserver(queryClient, { queryKey, queryFn })
  observer.subscribe(() => undefined)
  return { reads, shown: () => observer.getCurrentResult().data }
}

test('a first read that began before a change is followed by another one', async () => {
  const { reads, shown } = showQuery(['primera'])
  const again = readAgain({ queryKey: ['primera'] })
  expect(reads).toHaveLength(1)
  reads[0]?.('antes')
  await expect.poll(() => reads.length).toBe(2)
  expect(shown()).toBe('antes')
  reads[1]?.('después')
  await again
  expect(shown()).toBe('después')
})

test('a later read that began before a change is replaced by another one', async () => {
  const { reads, shown } = showQuery(['segunda'])
  reads[0]?.('antes')
  await expect.poll(shown).toBe('antes')
  void queryClient.refetchQueries({ queryKey: ['segunda'] })
  const again = readAgain({ queryKey: ['segunda'] })
  await expect.poll(() => reads.length).toBe(3)
  reads[2]?.('después')
  await again
  reads[1]?.('antes')
  expect(shown()).toBe('después')
})
