import { Overloaded } from '../../../platform/limits/overloaded.ts'

/**
 * Uploads in progress in this process: their number, and the bytes of their bodies in memory. Only received
 * bytes count, so a slow body uses little of the shared memory. When the memory is used up, the incomplete
 * body of the person who holds the most bytes is aborted, so that nobody else's upload is refused for it.
 */
export interface UploadsInProgress {
  /** Throws `Overloaded` when the person, the address or the process has too many uploads in progress. */
  admit(who: Uploader): UploadInProgress
}

export interface Uploader {
  person: string
  address: string
}

export interface UploadInProgress {
  readonly who: Uploader
  /** Aborts with `Overloaded` when the memory of this body is needed, and with the reason given to `release`. */
  readonly signal: AbortSignal
  /** Counts received bytes. Throws `Overloaded` when memory is used up and this uploader holds the most of it. */
  take(bytes: number): void
  /** The body is complete: it is no longer aborted in favour of others. */
  complete(): void
  /** Ends the upload and frees its memory. A second call has no effect. */
  release(reason: Error): void
}

export interface UploadLimits {
  uploads: number
  uploadsPerPerson: number
  uploadsPerAddress: number
  bytes: number
  /** The Retry-After value for refused callers, in seconds. */
  retryAfter: number
}

interface Entry {
  who: Uploader
  bytes: number
  incomplete: boolean
  controller: AbortController
}

export function trackUploads(bounds: UploadLimits): UploadsInProgress {
  const entries = new Set<Entry>()
  const overloaded = () => new Overloaded(bounds.retryAfter)

  const end = (entry: Entry, reason: Error) => {
    if (entries.delete(entry)) entry.controller.abort(reason)
  }

  const makeRoom = (current: Entry) => {
    while (sumOf(entries) > bounds.bytes) {
      const largest = largestIncomplete(entries)
      if (!largest || largest === current) throw overloaded()
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
      const entry: Entry = { who, bytes: 0, incomplete: true, controller: new AbortController() }
      entries.add(entry)
      return {
        who,
        signal: entry.controller.signal,
        take(bytes) {
          entry.bytes += bytes
          makeRoom(entry)
        },
        complete() {
          entry.incomplete = false
        },
        release: (reason) => end(entry, reason),
      }
    },
  }
}

/** The largest incomplete body of the person with the most bytes, at the address with the most bytes. */
function largestIncomplete(entries: Iterable<Entry>): Entry | undefined {
  const incomplete = [...entries].filter((entry) => entry.incomplete)
  const atAddress = groupWithMostBytes(incomplete, (entry) => entry.who.address)
  const ofPerson = groupWithMostBytes(atAddress, (entry) => entry.who.person)
  return ofPerson.toSorted((a, b) => b.bytes - a.bytes)[0]
}

function groupWithMostBytes(entries: Entry[], keyOf: (entry: Entry) => string): Entry[] {
  const groups = [...Map.groupBy(entries, keyOf).values()]
  return groups.toSorted((a, b) => sumOf(b) - sumOf(a))[0] ?? []
}

function sumOf(entries: Iterable<Entry>): number {
  let sum = 0
  for (const { bytes } of entries) sum += bytes
  return sum
}
