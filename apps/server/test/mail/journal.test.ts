import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { journalName, pastDeliveries } from '../../src/mail/courier/journal.ts'

/** Which journals of couriers are read before an e-mail is sent. */

const folder = mkdtempSync(join(tmpdir(), 'maestros-journal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Larger than any process id of Linux. */
const ENDED = 5_000_000
const ID = '<uno@maestros.example>'
const write = (name: string, courier: number) =>
  writeFileSync(join(folder, `${name}-${courier}.log`), `${ID}\nend\n`)
const has = (run: string) => pastDeliveries(folder, run).has(ID)

test('only the journals of processes that have ended are read', async () => {
  expect(await has('a1')).toBe(false)
  // The parent of this process stands for another product that runs.
  write(journalName(process.ppid, 'b2'), ENDED)
  expect(await has('a1')).toBe(false)
  // This process stands for a courier that runs.
  write(journalName(process.pid, 'a1'), process.pid)
  expect(await has('a1')).toBe(false)
  write(journalName(process.pid, 'a1'), ENDED)
  expect(await has('a1')).toBe(true)
  write(journalName(ENDED, 'c3'), ENDED)
  expect(await has('d4')).toBe(true)
})
