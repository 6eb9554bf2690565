import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sendUnderKills } from '../apps/server/test/setup/services/mails-under-kills.ts'
import { writeReport } from './report/write.ts'

/**
 * Whether queued e-mails all arrive, and how many arrive twice, through a mail server that refuses one in five and is restarted twice,
 * while the product is killed (SIGKILL) and started twice.
 */

const { values } = parseArgs({ options: { mails: { type: 'string', default: '10000' } } })
const count = Number(values.mails)
const LIMIT_MS = 60 * 60 * 1000

const folder = await mkdtemp(join(tmpdir(), 'maestros-bench-mails-'))
// PostgreSQL runs as another user when we are root: let it through.
await chmod(folder, 0o711)
try {
  const outcome = await sendUnderKills(join(folder, 'data'), count, LIMIT_MS)
  const rate = count / outcome.seconds
  await writeReport({
    subject: 'mails',
    title: 'Queued e-mails while everything fails',
    intro:
      `${count} welcome e-mails in the queue. A local SMTP server refuses one in five at random with 451, half by the ` +
      'recipient and half after the content, and is restarted twice. The process of the product is killed with SIGKILL and ' +
      'started again twice, at moments at which e-mails are being sent. E-mails are counted by Message-ID and recipient when ' +
      'the SMTP server accepts them. The waits between two attempts of a job, which grow to minutes, are shortened once all ' +
      'of this has happened.',
    columns: ['what', 'count'],
    rows: [
      ['e-mails queued', String(count)],
      ['recipients that got their e-mail', String(outcome.arrived)],
      ['e-mails that arrived twice, with the same Message-ID', String(outcome.repeated)],
      ['e-mails that arrived twice, with another Message-ID', String(outcome.messageIds - outcome.arrived)],
      ['answers "later" of the SMTP server', String(outcome.refused)],
      ['failed jobs', String(outcome.failedJobs)],
      ['restarts of the SMTP server', String(outcome.restarts)],
      ['kills of the product', String(outcome.kills)],
      ['seconds, with all restarts', outcome.seconds.toFixed(0)],
      ['e-mails a second', rate.toFixed(0)],
    ],
    goals: [
      {
        what: 'recipients without their e-mail',
        reached: count - outcome.arrived,
        goal: 0,
        wants: 'at most',
      },
      {
        what: 'repetitions with another Message-ID',
        reached: outcome.messageIds - outcome.arrived,
        goal: 0,
        wants: 'at most',
      },
    ],
    facts: {},
    panels: [
      {
        title: 'e-mails',
        bars: [
          { label: 'queued', value: count, text: String(count), ours: false },
          { label: 'arrived', value: outcome.arrived, text: String(outcome.arrived), ours: true },
          { label: 'arrived twice', value: outcome.repeated, text: String(outcome.repeated), ours: true },
        ],
      },
    ],
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
