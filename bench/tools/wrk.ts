import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Measure } from '../report/measure.ts'
import { output } from './child.ts'

export interface Load {
  url: string
  /** Paths to request at random, each with an optional JSON body to post. */
  requests: { path: string; body?: unknown }[]
  headers: Record<string, string>
  connections: number
  seconds: number
}

const Seen = z.object({
  requests: z.number(),
  microseconds: z.number(),
  failed: z.number(),
  p50: z.number(),
  p99: z.number(),
  max: z.number(),
})

/**
 * wrk with one thread. Each connection sends the next request as soon as it gets an answer. Any failed
 * request fails the run.
 */
export async function wrk({ url, requests, headers, connections, seconds }: Load): Promise<Measure> {
  const folder = await mkdtemp(join(tmpdir(), 'maestros-wrk-'))
  try {
    const file = join(folder, 'requests')
    const lines = requests.map(({ path, body }) =>
      body === undefined ? path : `${path}\t${JSON.stringify(body)}`,
    )
    await writeFile(file, `${lines.join('\n')}\n`)
    const printed = await output(
      'wrk',
      [
        ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`],
        ...['--timeout', '30s', '--script', join(import.meta.dirname, 'wrk.lua')],
        ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
        url,
      ],
      { env: { BENCH_REQUESTS: file }, seconds: seconds + 40 },
    )
    const line = /^BENCH (.*)$/m.exec(printed)?.[1] ?? ''
    const seen = Seen.parse(JSON.parse(line))
    if (seen.failed > 0) throw new Error(`${seen.failed} of ${seen.requests} requests to ${url} failed`)
    return {
      rate: seen.requests / (seen.microseconds / 1e6),
      p50: seen.p50 / 1000,
      p99: seen.p99 / 1000,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
