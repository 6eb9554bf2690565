import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['packages/*/test/**/*.test.ts', 'apps/server/test/**/*.test.ts'],
          globalSetup: ['apps/server/test/setup/cluster.ts'],
          // Each app has a database and services of its own, and no module keeps state between them: loading them
          // once a worker instead of once a file saves a third of the time (docs/decisions/020).
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['test/**/*.test.ts'],
          setupFiles: ['test/setup/browser.ts'],
          // The web app keeps its session, caches and stores in modules: each file gets its own.
          isolate: true,
        },
      },
    ],
  },
})
