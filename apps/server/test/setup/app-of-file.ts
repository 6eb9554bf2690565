import { afterAll, beforeAll } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { type MailingApp, startMailingApp } from './services/mailing-app.ts'

/**
 * What all tests of a file share is made before the first of them. It has no properties until then.
 *
 *   const app = appOfFile()                                  // closed after the last test
 *   const olga = madeForFile(() => makeOperator(app))
 */
export const appOfFile = (settings: Record<string, string> = {}): TestApp =>
  startedForFile(() => startApp(settings))

/** With a mail server that receives its e-mails. */
export const mailingAppOfFile = (settings: Record<string, string> = {}): MailingApp =>
  startedForFile(() => startMailingApp(settings))

export function madeForFile<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made
  beforeAll(async () => void Object.assign(made, await make()))
  return made
}

function startedForFile<App extends TestApp>(start: () => Promise<App>): App {
  const app = madeForFile(start)
  afterAll(() => app.close())
  return app
}
