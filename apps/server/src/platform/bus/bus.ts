import type { TablaViva } from '@maestros/contrato'

/**
 * Live events between processes. A writer publishes an event after its commit. Every process receives every event, its
 * own included, and sends it to its sockets. Clients read the rows from the database again when they join, so a lost
 * event delays a change and loses nothing.
 */
export interface Bus {
  publish(event: LiveEvent): void
  /** Returns a function that removes the listener. */
  listen(listener: (event: LiveEvent) => void): () => void
  /** False while events may be lost. */
  readonly connected: boolean
  /** Called when events were or may be lost. Sockets are then told to join again, which reads the rows again. */
  onLoss(listener: () => void): () => void
  close(): Promise<void>
}

export type LiveEvent = RowChange | SessionsEnded | Broadcast | PresenceDiff | PresenceRequest | ProcessState

/** A row was written. `readers` are the people who may read it (see changes.ts). */
export interface RowChange {
  kind: 'change'
  table: TablaViva
  type: 'INSERT' | 'UPDATE'
  record: Record<string, unknown>
  readers: readonly string[]
  /** The file of a message. Each reader gets addresses of it that end with the own session. */
  file?: { name: string; tipo: string } | undefined
  /** ISO 8601. */
  at: string
}

/** Sessions of a person have ended: all of them, one, or all but one. */
export interface SessionsEnded {
  kind: 'sessions-ended'
  userId: string
  only?: string
  except?: string
  /** The account was suspended. */
  banned?: true
}

/** A message from one member of a conversation's channel to the others. It is not stored. */
export interface Broadcast {
  kind: 'broadcast'
  topic: string
  event: string
  encoding: 'json' | 'binary'
  /** JSON text, or bytes in base64. */
  payload: string
  /** The channel that sent it, when that channel must not receive it. */
  from?: string
}

/** Who joined and left a conversation's channel in one process. Receiving it twice has no further effect. */
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

/** A process has its first channel of a topic, and requests the members of the topic from the other processes. */
export interface PresenceRequest {
  kind: 'presence-request'
  process: string
  topic: string
}

/** Sent regularly by each process, and when it stops. Its members are removed when it stops or sends nothing for long. */
export interface ProcessState {
  kind: 'process'
  process: string
  gone: boolean
}

/** The bus of a single process. */
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
    connected: true,
    onLoss: () => () => {},
    close: async () => listeners.clear(),
  }
}
