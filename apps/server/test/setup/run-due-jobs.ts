import { runOnce } from 'graphile-worker'
import type { Job } from '../../src/platform/jobs/definition.ts'
import { type QueueServices, runnerOptions } from '../../src/platform/jobs/runner-options.ts'

/** Runs the jobs that are due until none is left. The servers of tests run no jobs by themselves. */
export async function runDueJobs<Services extends QueueServices>(
  services: Services,
  jobs: readonly Job<Services>[],
): Promise<void> {
  const { run, close } = jobRunner(services, jobs)
  try {
    await run()
  } finally {
    await close()
  }
}

/** Runs due jobs again and again with the same connections, which it opens at the first time. */
export function jobRunner<Services extends QueueServices>(
  services: Services,
  jobs: readonly Job<Services>[],
) {
  let runner: ReturnType<typeof runnerOptions> | undefined
  return {
    run: async () => {
      runner ??= runnerOptions(services, jobs)
      await runOnce((await runner).options)
    },
    close: async () => (await runner)?.close(),
  }
}
