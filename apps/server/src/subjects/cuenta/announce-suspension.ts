import { z } from 'zod'
import { type ChatRow, chatChange } from '../../platform/bus/changes.ts'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import type { Services } from '../../platform/services.ts'

const BATCH = 500

/**
 * Added by the database when an account is suspended or restored (interno.aplicar_suspension). The sockets of a suspended
 * account are closed in every process, and a live event tells the other people of its chats whether they can write.
 * The state is read when the job runs, so that a late run after a restoration closes nothing.
 */
export const announceSuspension = defineJob({
  name: 'announce-suspension',
  payload: z.object({ persona: z.guid() }),
  handle: async ({ persona }, { services: { db, bus } }: JobContext<Pick<Services, 'db' | 'bus'>>) => {
    const [profile] = await db.maintenance<{ suspended: boolean; closing: boolean }[]>`
      select suspendido_en is not null as suspended, interno.se_cierra(id) as closing
      from public.profiles where id = ${persona}`
    if (!profile) return
    // An account that its owner closes is signed out without being told that it is suspended.
    if (profile.suspended) {
      bus.publish({ kind: 'sessions-ended', userId: persona, ...(!profile.closing && { banned: true }) })
    }
    const chats = db.maintenance<{ chat: ChatRow }[]>`
      select to_jsonb(c) as chat from public.chats c where ${persona} in (c.buscador_id, c.maestro_id)`
    await chats.cursor(BATCH, (rows) => {
      for (const { chat } of rows) bus.publish(chatChange('UPDATE', chat))
    })
  },
})
