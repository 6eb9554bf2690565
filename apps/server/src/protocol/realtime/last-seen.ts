import type { Sql } from '../../platform/db/pool.ts'
import type { Hub } from './hub.ts'

/** How often the mark of a connected person is written. interno.esta_en_linea waits for two missed marks. */
const MARK_SECONDS = 60

/**
 * Records who is online, for the e-mail about unread messages (interno.en_linea). All people who are due are written with
 * one statement, a new one within a second and then once a minute; nothing is written for a message.
 */
export function lastSeen(hub: Hub, sql: Sql): { tick(): void } {
  /** When each connected person was last written, in seconds. */
  const written = new Map<string, number>()
  let writing = false

  const write = async (people: string[], now: number) => {
    writing = true
    try {
      await sql`select interno.anotar_en_linea(${people}::uuid[])`
      for (const id of people) written.set(id, now)
    } catch (error) {
      hub.log.warn({ err: error }, 'who is online could not be recorded')
    } finally {
      writing = false
    }
  }

  return {
    tick() {
      if (writing) return
      const now = Date.now() / 1000
      for (const id of written.keys()) if (!hub.people.has(id)) written.delete(id)
      const due = [...hub.people.keys()].filter((id) => (written.get(id) ?? 0) <= now - MARK_SECONDS)
      if (due.length > 0) void write(due, now)
    },
  }
}
