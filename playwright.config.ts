import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

/**
 * Black box, by URL. With E2E_URL the tests speak to a server that already runs; without it they start one of
 * their own, on a fresh demo directory.
 */
const port = Number(process.env.E2E_PORT ?? 4310)
const given = process.env.E2E_URL
const baseURL = given ?? `http://127.0.0.1:${port}`

// For what only operators may do, such as erasing an account. A server at E2E_URL has its own key.
process.env.E2E_SECRET_KEY ??= 'sb_secret_only_for_the_browser_tests'

// Workers read this file too: the folder is made once, by the process that starts the server.
const dataDir = () => {
  if (process.env.E2E_DATA_DIR) return process.env.E2E_DATA_DIR
  const folder = mkdtempSync(join(tmpdir(), 'maestros-e2e-'))
  // For root, PostgreSQL runs as another user. That user needs access to the folder, or the data is kept elsewhere.
  chmodSync(folder, 0o711)
  process.env.E2E_DATA_DIR = folder
  // At the end of the process the server has stopped.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/artefacts',
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  // `npm test` repeats what failed at the end of its run (scripts/lib/test-attempts.mjs).
  retries: 0,
  // Generous, because test machines may be busy.
  timeout: 90_000,
  // Playwright's own intervals grow to a second, which most repeated steps do not need.
  expect: { timeout: 20_000, toPass: { intervals: [50, 100, 200] } },
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    // Requests that pass a service worker are not seen by page.route. Its own tests allow it (support/installed-app.ts).
    serviceWorkers: 'block',
    // Animations slow down clicks: Playwright waits until they end.
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env.TRACE ? 'on' : 'off',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      // Chromium refuses its sandbox to root, and small machines have little shared memory.
      // The others disable background requests of Chromium and drawing on a GPU, which cost time.
      // The last two give every page a fake camera and microphone: a file with flags of its own starts browsers of its own.
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  ...(given
    ? {}
    : {
        webServer: {
          command: 'node apps/server/src/main.ts',
          url: `${baseURL}/readyz`,
          timeout: 90_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
          stdout: 'ignore',
          stderr: 'pipe',
          env: {
            HOST: '127.0.0.1',
            PORT: String(port),
            DATA_DIR: dataDir(),
            DEMO: '1',
            SECRET_KEY: process.env.E2E_SECRET_KEY,
            LOG_LEVEL: 'warn',
            SUPPORT_EMAIL: 'ayuda@maestros.example',
            // Many tests sign in from one address; the limits have their own tests.
            LIMIT_SIGNIN_EMAIL: '10000/60',
            LIMIT_SIGNIN_ADDRESS: '10000/60',
            LIMIT_SIGNUP_ADDRESS: '10000/60',
            LIMIT_RECOVER_EMAIL_HOUR: '10000/60',
            LIMIT_SIGNUP_ADDRESS_DAY: '10000/60',
            LIMIT_RECOVER_ADDRESS: '10000/60',
            LIMIT_REQUESTS_ADDRESS: '1000000/10',
            LIMIT_MESSAGES_PERSON: '10000/60',
            LIMIT_NEW_CHATS_PERSON: '10000/60',
            LIMIT_NEWCOMER_PERSON: '10000/60',
            LIMIT_NEWCOMERS_ADDRESS: '10000/60',
            LIMIT_NEWCOMERS_MAESTRO: '10000/60',
          },
        },
      }),
})
