import { Overloaded } from '../limits/overloaded.ts'

/**
 * Uploads in progress in this process: how many there are and how many bytes of their bodies are in memory. Only bytes
 * that were received count, so a slow body uses little of the shared memory. When the memory is used up, the arriving
 * body of whoever holds the most is given up: another person's upload is never refused for it.
 */
export interface Arrivals {
  /** Throws `Overloaded` when the person, the address or the process has too many uploads in progress. */
  admit(who: Uploader): Arrival
}

export interface Uploader {
  person: string
  address: string
}

export interface Arrival {
  readonly who: Uploader
  /** Aborts with `Overloaded` when the memory of this body is needed, and with the reason given to `release`. */
  readonly signal: AbortSignal
  /** Counts received bytes. Throws `Overloaded` when memory is used up and this uploader holds the most of it. */
  take(bytes: number): void
  /** The body is complete: it is no longer given up for others. */
  complete(): void
  /** Ends the upload and frees its share. A second call has no effect. */
  release(reason: Error): void
}

export interface ArrivalBounds {
  uploads: number
  uploadsPerPerson: number
  uploadsPerAddress: number
  bytes: number
  /** Seconds that a refused caller is told to wait. */
  retryAfter: number
}

interface Entry {
  who: Uploader
  bytes: number
  arriving: boolean
  controller: AbortController
}

export function openArrivals(bounds: ArrivalBounds): Arrivals {
  const entries = new Set<Entry>()
  const overloaded = () => new Overloaded(bounds.retryAfter)

  const end = (entry: Entry, reason: Error) => {
    if (entries.delete(entry)) entry.controller.abort(reason)
  }

  const makeRoom = (asking: Entry) => {
    while (sumOf(entries) > bounds.bytes) {
      const largest = largestArriving(entries)
      if (!largest || largest === asking) throw overloaded()
      end(largest, overloaded())
    }
  }

  return {
    admit(who) {
      const count = (matches: (entry: Entry) => boolean) => [...entries].filter(matches).length
      if (
        entries.size >= bounds.uploads ||
        count((entry) => entry.who.person === who.person) >= bounds.uploadsPerPerson ||
        count((entry) => entry.who.address === who.address) >= bounds.uploadsPerAddress
      ) {
        throw overloaded()
      }
      const entry: Entry = { who, bytes: 0, arriving: true, controller: new AbortController() }
      entries.add(entry)
      return {
        who,
        signal: entry.controller.signal,
        take(bytes) {
          entry.bytes += bytes
          makeRoom(entry)
        },
        complete() {
          entry.arriving = false
        },
        release: (reason) => end(entry, reason),
      }
    },
  }
}

/** The largest arriving body of the person who holds the most bytes, at the address that holds the most. */
function largestArriving(entries: Iterable<Entry>): Entry | undefined {
  const arriving = [...entries].filter((entry) => entry.arriving)
  const atAddress = heaviest(arriving, (entry) => entry.who.address)
  const ofPerson = heaviest(atAddress, (entry) => entry.who.person)
  return ofPerson.toSorted((a, b) => b.bytes - a.bytes)[0]
}

function heaviest(entries: Entry[], keyOf: (entry: Entry) => string): Entry[] {
  const groups = [...Map.groupBy(entries, keyOf).values()]
  return groups.toSorted((a, b) => sumOf(b) - sumOf(a))[0] ?? []
}

function sumOf(entries: Iterable<Entry>): number {
  let sum = 0
  for (const { bytes } of entries) sum += bytes
  return sum
}
