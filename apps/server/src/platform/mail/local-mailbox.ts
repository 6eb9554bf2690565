import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hasCode } from '../error-code.ts'
import type { Mailer } from './mailer.ts'

/** The local mailbox: a folder with one JSON file for each e-mail, whose names sort by time. */

const KeptMail = z.object({
  id: z.string(),
  messageId: z.string(),
  at: z.iso.datetime(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  unsubscribe: z.string().optional(),
  about: z.string().optional(),
})

export type KeptMail = z.infer<typeof KeptMail>

const ID = /^\d{8}T\d{9}Z-\d{6}-[0-9a-f]{8}$/

export function localMailbox(dir: string, from: string): Mailer {
  let count = 0
  return {
    delivers: false,
    async send({ to, subject, html, text, unsubscribe, about }, messageId) {
      const at = new Date().toISOString()
      // The count keeps the order of e-mails written in the same millisecond.
      count = (count + 1) % 1_000_000
      const order = String(count).padStart(6, '0')
      const id = `${at.replace(/[-:.]/g, '')}-${order}-${randomBytes(4).toString('hex')}`
      const mail: KeptMail = { id, messageId, at, from, to, subject, html, text, unsubscribe, about }
      await mkdir(dir, { recursive: true, mode: 0o700 })
      // Written under another name and renamed, so that a listing of the folder never contains half an e-mail.
      const draft = join(dir, `.${id}`)
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(`${JSON.stringify(mail, null, 2)}\n`)
      } finally {
        await file.close()
      }
      await rename(draft, join(dir, `${id}.json`))
    },
    async forget(address, userId) {
      for (const mail of await listMails(dir, Number.POSITIVE_INFINITY)) {
        if (mail.to === address || mail.about === userId)
          await rm(join(dir, `${mail.id}.json`), { force: true })
      }
    },
    async close() {},
  }
}

/** Newest first. */
export async function listMails(dir: string, max: number): Promise<KeptMail[]> {
  const names = await namesIn(dir)
  const ids = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((id) => ID.test(id))
    .sort()
    .reverse()
    .slice(0, max)
  const mails = await Promise.all(ids.map((id) => readMail(dir, id)))
  return mails.filter((mail) => mail !== undefined)
}

export async function readMail(dir: string, id: string): Promise<KeptMail | undefined> {
  if (!ID.test(id)) return undefined
  try {
    return KeptMail.parse(JSON.parse(await readFile(join(dir, `${id}.json`), 'utf8')))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}
