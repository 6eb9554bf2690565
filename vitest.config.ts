import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Vitest starts large files first, because they are often slow. These two are small and take longer than all others: at the
 * end of the run, the other workers would have nothing left to do beside them.
 */
const SLOW = /\/(?:faults\/mails-under-kills|fuzz\/fuzz)\.test\.ts$/

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of one second is too short when four workers share two cores.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 4,
    // `npm test` repeats what failed at the end of its run (scripts/lib/test-attempts.mjs).
    retry: 0,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['packages/*/test/**/*.test.ts'],
          // No rule keeps state in its module.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/test/**/*.test.ts'],
          globalSetup: ['apps/server/test/setup/cluster.ts'],
          // Each app has a database and services of its own, and no module keeps state between them: loading them
          // once a worker instead of once a file saves a third of the time (docs/decisions/tests.md).
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['test/**/*.test.ts'],
          exclude: ['test/order/**', 'test/**/*.screen.test.ts'],
          setupFiles: ['test/setup/browser.ts'],
          // The web app keeps its session, caches and stores in modules: each file gets its own.
          isolate: true,
        },
      },
      // The screens, with the plugins of the web app.
      'apps/web/vitest.config.ts',
      { extends: true, test: { name: 'order', root: 'apps/web', include: ['test/order/**/*.test.ts'] } },
    ],
  },
})
