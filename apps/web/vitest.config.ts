import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { screenRoutes } from './test/setup/screen/routes-plugin.ts'

/** Screen tests: the real routes in a browser, with answers in the place of the server (test/setup/screen). */
export default defineConfig({
  plugins: [tailwindcss(), screenRoutes()],
  // All of the app, so that no dependency is found, and the page loaded again, in the middle of a test.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', 'test/**/*.screen.test.ts'], include: ['axe-core'] },
  test: {
    name: 'screen',
    include: ['test/**/*.screen.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
          args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
        },
        contextOptions: { locale: 'es-MX', timezoneId: 'America/Mexico_City', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 720 } }],
    },
  },
})
