import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Mailer } from './mailer.ts'

/** The local outbox: a folder with one JSON file a letter, whose names sort by time. */

const KeptLetter = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})

export type KeptLetter = z.infer<typeof KeptLetter>

const ID = /^\d{8}T\d{9}Z-\d{6}-[0-9a-f]{8}$/

export function outboxMailer(dir: string, from: string): Mailer {
  let count = 0
  return {
    delivers: false,
    async send({ to, subject, html, text }) {
      const at = new Date().toISOString()
      // The count keeps the order of letters written in the same millisecond.
      count = (count + 1) % 1_000_000
      const order = String(count).padStart(6, '0')
      const id = `${at.replace(/[-:.]/g, '')}-${order}-${randomBytes(4).toString('hex')}`
      const letter: KeptLetter = { id, at, from, to, subject, html, text }
      await mkdir(dir, { recursive: true, mode: 0o700 })
      // Written aside and renamed, so that whoever lists the folder never sees half a letter.
      const draft = join(dir, `.${id}`)
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(`${JSON.stringify(letter, null, 2)}\n`)
      } finally {
        await file.close()
      }
      await rename(draft, join(dir, `${id}.json`))
    },
    async close() {},
  }
}

/** Newest first. */
export async function listLetters(dir: string, max: number): Promise<KeptLetter[]> {
  const names = await namesIn(dir)
  const ids = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((id) => ID.test(id))
    .sort()
    .reverse()
    .slice(0, max)
  const letters = await Promise.all(ids.map((id) => readLetter(dir, id)))
  return letters.filter((letter) => letter !== undefined)
}

export async function readLetter(dir: string, id: string): Promise<KeptLetter | undefined> {
  if (!ID.test(id)) return undefined
  try {
    return KeptLetter.parse(JSON.parse(await readFile(join(dir, `${id}.json`), 'utf8')))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
