import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { acceptedLogName, pastDeliveries } from '../../src/mail/smtp-process/accepted-log.ts'

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
