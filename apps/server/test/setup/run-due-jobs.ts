import { runOnce } from 'graphile-worker'
import type { Job } from '../../src/platform/jobs/definition.ts'
import { type QueueServices, runnerOptions } from '../../src/platform/jobs/runner-options.ts'

/** Runs the jobs that are due until none is left. The servers of tests run no jobs by themselves. */
export async function runDueJobs<Services extends QueueServices>(
  services: Services,
  jobs: readonly Job<Services>[],
): Promise<void> {
  const { options, close } = await runnerOptions(services, jobs)
  try {
    await runOnce(options)
  } finally {
    await close()
  }
}
