import { createHmac } from 'node:crypto'

/**
 * The Message-ID of the e-mail that a job sends. It follows from the job, so every attempt of the job has the same one,
 * and mail programs show an e-mail that arrived twice only once. The time distinguishes jobs of two databases with the same id.
 */
export function messageIdOf(secret: string, from: string, job: { id: string; createdAt: Date }): string {
  const name = createHmac('sha256', secret)
    .update(`message-id ${job.id} ${job.createdAt.toISOString()}`)
    .digest('hex')
    .slice(0, 32)
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return `<${name}@${domain}>`
}
