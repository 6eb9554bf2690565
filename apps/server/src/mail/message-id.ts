import { createHmac } from 'node:crypto'

/**
 * The Message-ID of the e-mail that a job sends. It follows from the job, so every attempt of the job has the same one,
 * and mail programs show an e-mail once that arrived twice. The time keeps apart jobs of two databases with one number.
 */
export function messageIdOf(secret: string, from: string, job: { id: string; createdAt: Date }): string {
  const name = createHmac('sha256', secret)
    .update(`message-id ${job.id} ${job.createdAt.toISOString()}`)
    .digest('hex')
    .slice(0, 32)
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return `<${name}@${domain}>`
}
