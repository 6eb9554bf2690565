import { closeSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hasCode } from '../../error-code.ts'

/**
 * Which e-mails the mail server has accepted. An SMTP process writes each Message-ID the moment it is accepted; the server that
 * runs the job of a killed one reads them, so that it does not send an e-mail again.
 *
 * The name of a file is SERVER-RUN-SMTP.log: the process ids of the server and of its SMTP process, and a random name of
 * this start, because process ids are used again.
 */
const NAME = /^(\d+)-([0-9a-f]+)-(\d+)\.log$/

/** The last line of an SMTP process that has ended by itself. */
const END = 'end\n'

/** A longer log is shortened to its last lines. Far fewer e-mails than these have a job that is not finished. */
const LINES_MAX = 5000
const LINES_KEPT = 500

export const acceptedLogName = (server: number, run: string) => `${server}-${run}`

export interface AcceptedLog {
  write(messageId: string): void
  end(): void
}

/**
 * Opens the log of this SMTP process. When it cannot be written, for example on a full disk, `onError` gets the reason and nothing is
 * thrown: the e-mail was accepted, and a job that failed now would send it again.
 */
export function openAcceptedLog(
  folder: string,
  name: string,
  onError: (error: unknown) => void,
): AcceptedLog {
  const path = join(folder, `${name}-${process.pid}.log`)
  let file: number | undefined
  let lines: string[] = []
  const attempt = (act: (opened: number) => void) => {
    try {
      if (file === undefined) {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        file = openSync(path, 'a', 0o600)
      }
      act(file)
    } catch (error) {
      onError(error)
    }
  }
  const shorten = (opened: number) => {
    lines = lines.slice(-LINES_KEPT)
    // Renamed, so that a reader sees the old file or the new one.
    writeFileSync(`${path}.new`, lines.join(''), { mode: 0o600 })
    renameSync(`${path}.new`, path)
    closeSync(opened)
    // The next line opens the new file.
    file = undefined
  }
  // Opened before the first e-mail, so that the next server knows that this process may still be sending.
  attempt(() => {})
  return {
    write: (messageId) =>
      attempt((opened) => {
        const line = `${messageId}\n`
        writeSync(opened, line)
        lines.push(line)
        if (lines.length >= LINES_MAX) shorten(opened)
      }),
    end: () => attempt((opened) => void writeSync(opened, END)),
  }
}

/** Longer than an SMTP process waits for the e-mails that it is sending. All e-mails of the next server wait for it. */
const SMTP_PROCESS_MS = 30_000
const POLL_MS = 50
const KEPT_MS = 2 * 24 * 60 * 60 * 1000

/**
 * The e-mails that the SMTP processes of killed servers of this machine have sent, and those of own SMTP processes that have
 * ended before they could report. `run` is the name of this start.
 */
export function pastDeliveries(folder: string, run: string): { has(messageId: string): Promise<boolean> } {
  const read = new Map<string, Promise<Set<string>>>()
  /** The whole log of an SMTP process, which may still be sending its last e-mails. */
  const load = async (name: string, smtpProcess: number) => {
    const text = () => readFile(join(folder, name), 'utf8').catch(() => END)
    for (let waited = 0; waited < SMTP_PROCESS_MS && isAlive(smtpProcess); waited += POLL_MS) {
      if ((await text()).endsWith(END)) break
      await delay(POLL_MS)
    }
    return new Set((await text()).split('\n'))
  }
  return {
    async has(messageId) {
      for (const name of await namesIn(folder)) {
        const [, server = '', ofRun, smtpProcess = ''] = NAME.exec(name) ?? []
        if (ofRun === undefined) continue
        if (ofRun === run ? isAlive(Number(smtpProcess)) : isOtherAlive(Number(server))) continue
        const ids = read.get(name) ?? load(name, Number(smtpProcess))
        read.set(name, ids)
        if ((await ids).has(messageId)) return true
      }
      return false
    },
  }
}

/** Deletes logs that no job can need any more. */
export async function removeOldAcceptedLogs(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - KEPT_MS) await rm(path, { force: true })
  }
}

/**
 * Another running server finishes its jobs itself. A log with our own process id is one of an earlier start, whose process
 * has ended.
 */
const isOtherAlive = (pid: number) => pid !== process.pid && isAlive(pid)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
