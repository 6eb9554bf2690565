import type { TablaViva } from '@maestros/contrato'

/**
 * Live events between those who write and those who listen. Whoever writes publishes after the commit; every
 * process hears every event, its own too, and hands it to its sockets. The database remains the truth: an event
 * that is lost costs liveness and nothing else.
 */
export interface Bus {
  publish(event: LiveEvent): void
  /** Returns what ends it. */
  listen(listener: (event: LiveEvent) => void): () => void
  /** False while events of other processes may be missed: then sockets are told to come back and read again. */
  readonly whole: boolean
  onWhole(listener: (whole: boolean) => void): () => void
  close(): Promise<void>
}

export type LiveEvent = RowChange | SessionsEnded | Broadcast | PresenceDiff | PresenceAsk | ProcessNews

/** A row was written. `readers` are the people who may read it, decided by whoever wrote it, for this event alone. */
export interface RowChange {
  kind: 'change'
  table: TablaViva
  type: 'INSERT' | 'UPDATE'
  record: Record<string, unknown>
  readers: readonly string[]
  /** ISO 8601. */
  at: string
}

/** Sessions of a person no longer live: all of them, one, or all but one. */
export interface SessionsEnded {
  kind: 'sessions-ended'
  userId: string
  only?: string
  except?: string
  /** The account was suspended. */
  banned?: true
}

/** Said by one in a conversation's channel to those in it. */
export interface Broadcast {
  kind: 'broadcast'
  topic: string
  event: string
  encoding: 'json' | 'binary'
  /** JSON text, or bytes in base64. */
  payload: string
  /** The channel that said it and does not want to hear itself. */
  from?: string
}

/** Who came to and left a conversation's channel through one process. Told again it changes nothing. */
export interface PresenceDiff {
  kind: 'presence'
  process: string
  topic: string
  joins: readonly PresenceEntry[]
  /** By their `ref`. */
  leaves: readonly string[]
}

export interface PresenceEntry {
  key: string
  ref: string
  meta: Record<string, unknown>
}

/** A process has its first channel of a topic, and asks the others whom they have there. */
export interface PresenceAsk {
  kind: 'presence-ask'
  process: string
  topic: string
}

/** A process lives, or goes; whoever it had is gone with it, or when nothing was heard of it for long. */
export interface ProcessNews {
  kind: 'process'
  process: string
  gone: boolean
}

/** For one process alone. */
export function localBus(): Bus {
  const listeners = new Set<(event: LiveEvent) => void>()
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    whole: true,
    onWhole: () => () => {},
    close: async () => listeners.clear(),
  }
}
