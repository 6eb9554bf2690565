import { type Query, type QueryCache, QueryClient } from '@tanstack/react-query'
import { pause } from '#ui/timing/pause.ts'
import { isOutage } from './call-error.ts'

/** The pauses before the next tries; the last one is repeated. */
const PAUSES_MS = [5000, 10_000, 20_000, 40_000]
const LAST_PAUSE_MS = 60_000

/** Up to a half longer at random, so that after an outage phones do not call at the same time. */
const pauseAfter = (tries: number) => (PAUSES_MS[tries] ?? LAST_PAUSE_MS) * (1 + Math.random() / 2)

/** Runs the tries. It is not the app's client, so that they show no toast and write no log. */
const client = new QueryClient()

type AnyQuery = Query<unknown, unknown>

const retried = new WeakSet<AnyQuery>()

/**
 * Tries a query again while a visible screen shows that it failed because the server could not answer. The query keeps its
 * state until a try succeeds: a fetch of its own would replace the failure by skeletons, take the focus from its
 * button, and make screen readers read both again at every try.
 */
export async function retryInBackground(query: AnyQuery, cache: QueryCache): Promise<void> {
  if (retried.has(query)) return
  retried.add(query)
  // The cache is emptied when somebody else signs in.
  const isShown = () => isShownAsFailed(query) && cache.get(query.queryHash) === query
  for (let tries = 0; ; ) {
    await pause(pauseAfter(tries))
    if (!isShown()) break
    // The query is fetched anyway when the page is shown again or the browser reports a network.
    if (document.visibilityState !== 'visible' || !navigator.onLine) continue
    if (await isAnswered(query, isShown)) break
    tries += 1
  }
  retried.delete(query)
}

const isShownAsFailed = (query: AnyQuery): boolean =>
  query.state.status === 'error' &&
  query.state.data === undefined &&
  query.state.fetchStatus === 'idle' &&
  query.isActive()

/** Returns false when the server still cannot answer. */
async function isAnswered(query: AnyQuery, isShown: () => boolean): Promise<boolean> {
  // The copy for reading without a network is no answer of the server.
  const { persister: _, ...options } = query.options
  try {
    const data = await client.fetchQuery({ ...options, queryKey: query.queryKey, retry: false, gcTime: 0 })
    if (isShown()) query.setData(data)
  } catch (error) {
    if (isOutage(error)) return false
    // The server refuses: the screen shows that like any refusal.
    if (isShown()) void query.fetch().catch(() => undefined)
  }
  return true
}
