import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sendUnderKills } from '../setup/services/mails-under-kills.ts'
import { ownFolder } from '../setup/services/own-folder.ts'

// Whole processes start and stop here, on machines that may be busy.
vi.setConfig({ testTimeout: 300_000 })

const COUNT = 300

test('300 queued e-mails all arrive, and a repetition has the same Message-ID, while the mail server refuses one in five and is restarted twice, and the product is killed twice', async () => {
  const outcome = await sendUnderKills(join(ownFolder(), 'data'), COUNT, 200_000)
  expect(outcome).toMatchObject({ arrived: COUNT, messageIds: COUNT, kills: 2, restarts: 2, failedJobs: 0 })
  // The jobs that run when a process is killed are repeated, and no others.
  expect(outcome.repeated).toBeLessThan(COUNT / 10)
  expect(outcome.refused).toBeGreaterThan(COUNT / 20)
})
