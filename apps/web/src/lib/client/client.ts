import type { Client } from './client-type.ts'

export type { Client }

/**
 * The parts of the official client are loaded when they are first used: auth, tables and functions (26 kB) together,
 * realtime (15 kB) and storage (6 kB) each for itself. The sign-in screens are usable before.
 */
let pending: Promise<Client> | undefined

/** One client a page. A failed start is forgotten, so that the next call tries again. */
export function getClient(): Promise<Client> {
  pending ??= import('./create-client.ts')
    .then(({ createClient }) => createClient())
    .catch((cause: unknown) => {
      pending = undefined
      throw cause
    })
  return pending
}
