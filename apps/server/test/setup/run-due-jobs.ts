import { setTimeout } from 'node:timers/promises'
import { runOnce } from 'graphile-worker'
import type { Job } from '../../src/platform/jobs/definition.ts'
import { type QueueServices, runnerOptions } from '../../src/platform/jobs/runner-options.ts'

/**
 * Runs the jobs that are due until none is left: the servers of tests run no jobs by themselves. The connections stay open between
 * two runs.
 */
export function dueJobs<Services extends QueueServices>(services: Services, jobs: readonly Job<Services>[]) {
  let runner: ReturnType<typeof runnerOptions<Services>> | undefined
  return {
    async run(): Promise<void> {
      runner ??= runnerOptions(services, jobs)
      const { options } = await runner
      await runOnce(options)
      // The library does not wait until the ends of the last jobs are written.
      const { pgPool } = options
      while (pgPool.waitingCount > 0 || pgPool.idleCount < pgPool.totalCount) await setTimeout(1)
    },
    close: async () => (await runner)?.close(),
  }
}

export async function runDueJobs<Services extends QueueServices>(
  services: Services,
  jobs: readonly Job<Services>[],
): Promise<void> {
  const due = dueJobs(services, jobs)
  try {
    await due.run()
  } finally {
    await due.close()
  }
}
