import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sendUnderKills } from '../setup/services/mails-under-kills.ts'
import { ownFolder } from '../setup/services/own-folder.ts'

// Whole processes start and stop here, on machines that may be busy.
vi.setConfig({ testTimeout: 300_000 })

const COUNT = 300

test('300 queued e-mails all arrive and none twice, while the mail server refuses one in five and is restarted twice, and the product is killed twice', async () => {
  const outcome = await sendUnderKills(join(ownFolder(), 'data'), COUNT, 200_000)
  expect(outcome).toMatchObject({ arrived: COUNT, twice: 0, kills: 2, restarts: 2, failedJobs: 0 })
  expect(outcome.refused).toBeGreaterThan(COUNT / 20)
})
