import { afterAll } from 'vitest'
import { beforeTests, startApp, type TestApp } from '../app.ts'
import { startSmtp, type TestSmtp } from './smtp.ts'

/** A test server whose e-mails arrive at a mail server of the test. Closing it closes both. */
export interface MailingApp extends TestApp {
  smtp: TestSmtp
}

export async function startMailingApp(settings: Record<string, string> = {}): Promise<MailingApp> {
  const smtp = await startSmtp()
  const app = await startApp({ SMTP_URL: smtp.url, ...settings })
  const close = async () => {
    await app.close()
    await smtp.close()
  }
  return { ...app, smtp, close }
}

/** `startMailingApp` for the tests of the file, or of the `describe` that calls this. */
export function mailingAppForTests(settings: Record<string, string> = {}): MailingApp {
  const app = beforeTests(() => startMailingApp(settings))
  afterAll(() => app.close?.())
  return app
}
