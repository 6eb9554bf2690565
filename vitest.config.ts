import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'apps/server/test/**/*.test.ts'],
    globalSetup: ['apps/server/test/setup/cluster.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 4,
    // Each app has a database and services of its own, and no module keeps state between them: loading them once a
    // worker instead of once a file saves a third of the time (docs/decisions/020).
    isolate: false,
  },
})
