import {
  notifyManager,
  type Query,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { inTime } from '#ui/timing/pause.ts'
import { hasCopy, markCopy } from '../../client/stored-session.ts'
import { type Copia, queryClient } from '../query-client.ts'
import { expectedPerson } from '../session-state.ts'

/**
 * A copy of the last answers of some queries in IndexedDB, for reading without a network. It belongs to the signed-in
 * person: session.ts deletes it when the session ends or somebody else signs in. A query takes part by its options:
 *
 *   queryOptions({ queryKey, queryFn, ...offlineCopy({ kind: 'perfil', max: 20, schema }) })
 */
export function offlineCopy<T>({ kind, max, schema, keep = (data) => data }: Definition<T>) {
  const copia: Copia = {
    kind,
    max,
    keep: (data) => {
      // Checked after the cut: of thousands of messages only the last ones are stored.
      const parsed = schema.safeParse(cut(data, keep))
      return parsed.success ? parsed.data : undefined
    },
  }
  return { meta: { copia }, persister: restoring(schema) }
}

interface Definition<T> {
  kind: string
  max: number
  /** Checks what is stored and what is restored. Data of another version of the app are ignored. */
  schema: z.ZodMiniType<T>
  /** Leaves out what must not be stored. */
  keep?: (data: T) => T | undefined
}

function cut<T>(data: unknown, keep: (data: T) => T | undefined): T | undefined {
  try {
    return keep(data as T)
  } catch {
    // Data of an unexpected shape.
    return undefined
  }
}

/** The first read of a query shows the copy at once, with its age, and then asks the server. */
const restoring =
  <T>(schema: z.ZodMiniType<T>) =>
  async <K extends QueryKey>(
    queryFn: QueryFunction<T, K>,
    context: QueryFunctionContext<K>,
    query: Query,
  ): Promise<T> => {
    const userId = signedIn()
    if (query.state.data === undefined && userId !== null && hasCopy(userId)) {
      const stored = await readCopy(userId, query.queryHash)
      const parsed = schema.safeParse(stored?.data)
      if (stored && parsed.success && signedIn() === userId) {
        // After the query has taken the data as new ones.
        notifyManager.schedule(() => {
          query.setState({ dataUpdatedAt: stored.at })
          void query.fetch().catch(() => undefined)
        })
        return parsed.data
      }
    }
    return queryFn(context)
  }

/** Some browsers do not answer a read for a long time after a page load. The server is then asked without the copy. */
const READ_MS = 1000

async function readCopy(userId: string, hash: string) {
  try {
    const { read } = await import('./offline-store.ts')
    return await inTime(read(userId, hash), READ_MS)
  } catch {
    // IndexedDB is not available, for example in a private window.
    return undefined
  }
}

/** The copy is read and the server is asked while the guard still waits for the role. */
const signedIn = (): string | null => expectedPerson()?.userId ?? null

const WRITE_MS = 1000

/** The queries that have changed, and for whom. */
const changed = new Map<string, { query: Query; person: string | null }>()
let timer: ReturnType<typeof setTimeout> | undefined

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success' || !event.query.meta?.copia) return
  changed.set(event.query.queryHash, { query: event.query, person: signedIn() })
  timer ??= setTimeout(() => void writeChanged(), WRITE_MS)
})
if (typeof document !== 'undefined') {
  // A page that is hidden may be closed without a further event.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void writeChanged()
  })
}

/** Writes what has changed, once for several changes. */
async function writeChanged() {
  clearTimeout(timer)
  timer = undefined
  const userId = signedIn()
  // What was read for somebody else is not stored.
  const queries = [...changed.values()].flatMap(({ query, person }) => (person === userId ? query : []))
  changed.clear()
  if (userId === null || queries.length === 0) return
  const copies = queries.flatMap(({ queryHash: hash, meta, state }) => {
    const data = meta?.copia?.keep(state.data)
    if (!meta?.copia || data === undefined || data === null) return []
    return [{ hash, kind: meta.copia.kind, max: meta.copia.max, at: state.dataUpdatedAt, data }]
  })
  if (copies.length === 0) return
  try {
    const { write } = await import('./offline-store.ts')
    // Marked first, so that a copy without a mark, which nobody would delete, cannot exist.
    if (signedIn() !== userId) return
    markCopy(userId)
    await write(userId, copies, () => signedIn() === userId)
  } catch {
    // IndexedDB is not available or full: nothing can be read without a network.
  }
}
