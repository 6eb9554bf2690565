import type { Sql } from '../../apps/server/src/platform/db/pool.ts'
import type { Pair } from '../chats/people.ts'

/**
 * One way to abuse the server from one address. `setUp` runs in the measuring process, `run` in the
 * attacker's process.
 */
export interface Attack {
  name: string
  /** Whether the other callers also upload pictures meanwhile. */
  uploads?: true
  /** The decoders of the server stop while they read a picture of the attacker, as if it had no end (abuse/decoders.ts). */
  endless?: true
  /** Prepares rows and accounts. Its result is available to `run` as `target.data`. */
  setUp?(sql: Sql, pairs: readonly Pair[]): Promise<Record<string, string>>
  /** Attacks until `target.isOver()`. Every loop and socket that it opens ends by itself. */
  run(target: Target): Promise<unknown>
  /** Counts afterwards what the attacker got, from the stored rows; the report shows it beside the answers. */
  gained?(sql: Sql, pairs: readonly Pair[], data: Record<string, string>): Promise<Record<string, number>>
}

export interface Target {
  host: string
  port: number
  key: string
  /** The attacker's own accounts, each with a chat. */
  pairs: readonly Pair[]
  data: Record<string, string>
  isOver(): boolean
  /** Counts an answer by its status, or by the error that came instead. */
  count(outcome: string): void
}

/** No attack can leave this machine. */
export function loopback(url: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(url)
  if (protocol !== 'http:' || !/^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname) || port === '') {
    throw new Error(`only a loopback address may be attacked, not ${url}`)
  }
  return { host: hostname, port: Number(port) }
}
