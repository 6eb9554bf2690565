import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  acceptedLogName,
  openAcceptedLog,
  pastDeliveries,
} from '../../../src/platform/mail/smtp-process/accepted-log.ts'

/** Which logs of SMTP processes are read before an e-mail is sent. */

const folder = mkdtempSync(join(tmpdir(), 'maestros-accepted-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Larger than any process id of Linux. */
const ENDED = 5_000_000
const ID = '<uno@maestros.example>'
const write = (name: string, smtpProcess: number) =>
  writeFileSync(join(folder, `${name}-${smtpProcess}.log`), `${ID}\nend\n`)
const has = (run: string) => pastDeliveries(folder, run).has(ID)

test('only the logs of processes that have ended are read', async () => {
  expect(await has('a1')).toBe(false)
  // The parent of this process stands for another server that runs.
  write(acceptedLogName(process.ppid, 'b2'), ENDED)
  expect(await has('a1')).toBe(false)
  // This process stands for an SMTP process that runs.
  write(acceptedLogName(process.pid, 'a1'), process.pid)
  expect(await has('a1')).toBe(false)
  write(acceptedLogName(process.pid, 'a1'), ENDED)
  expect(await has('a1')).toBe(true)
  write(acceptedLogName(ENDED, 'c3'), ENDED)
  expect(await has('d4')).toBe(true)
})

/** A file that is full, which Linux has. */
const FULL = '/dev/full'

test.runIf(existsSync(FULL))('a log on a full disk reports each failure and does not throw', () => {
  symlinkSync(FULL, join(folder, `e5-${process.pid}.log`))
  const errors: unknown[] = []
  const log = openAcceptedLog(folder, 'e5', (error) => errors.push(error))
  log.write(ID)
  log.end()
  expect(errors).toMatchObject([{ code: 'ENOSPC' }, { code: 'ENOSPC' }])
})

test('a log that cannot be opened is opened by a later e-mail', () => {
  const errors: unknown[] = []
  const place = join(folder, 'occupied')
  writeFileSync(place, '')
  const log = openAcceptedLog(place, 'f6', (error) => errors.push(error))
  expect(errors).toHaveLength(1)
  unlinkSync(place)
  log.write(ID)
  expect(readFileSync(join(place, `f6-${process.pid}.log`), 'utf8')).toBe(`${ID}\n`)
  expect(errors).toHaveLength(1)
})
