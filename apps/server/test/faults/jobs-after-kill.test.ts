import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { eventually } from '../setup/live.ts'
import { start, within } from '../setup/services/launch.ts'
import { ownFolder } from '../setup/services/own-folder.ts'
import { ownPort } from '../setup/services/own-port.ts'
import { startSmtp } from '../setup/services/smtp.ts'

// A whole process starts and stops here, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })
const PATIENT = { timeout: 60_000 }

test('an e-mail whose process was killed while it was being sent is sent once after the next start', async () => {
  const smtp = await startSmtp()
  const DATA_DIR = join(ownFolder(), 'data')
  const PUBLISHABLE_KEY = 'sb_publishable_0123456789abcdef0123456789'
  const PORT = String(await ownPort())
  const settings = { DATA_DIR, PORT, PUBLISHABLE_KEY, SMTP_URL: smtp.url }
  smtp.behave('hang')
  let server = await start(settings)
  try {
    const { error } = await createClient(server.url, PUBLISHABLE_KEY).auth.signUp({
      email: 'lupita@example.mx',
      password: 'secreta-123',
    })
    expect(error).toBeNull()
    await eventually(smtp.tries).toBe(1)
    server.child.kill('SIGKILL')
    await server.ended

    smtp.behave('accept')
    server = await start(settings)
    await expect.poll(() => smtp.received.map(({ to }) => to), PATIENT).toEqual(['lupita@example.mx'])
    const waiting = () =>
      within(DATA_DIR, (sql) => sql`select id from graphile_worker.jobs where attempts < max_attempts`)
    await expect.poll(waiting, PATIENT).toEqual([])
    expect(smtp.received).toHaveLength(1)
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0, err: '' })
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    await smtp.close()
  }
})
