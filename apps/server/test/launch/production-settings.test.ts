import { expect, test } from 'vitest'
import { startApp } from '../setup/app.ts'

test('a start in production without SITE_URL or SMTP_URL warns that people get no e-mails or wrong links', async () => {
  const warned = async (settings: Record<string, string>) => {
    const app = await startApp({ LOG_LEVEL: 'warn', ...settings })
    await app.close()
    const text = app.lines.join('')
    return ['SITE_URL is not set', 'SMTP_URL is not set'].filter((part) => text.includes(part))
  }
  expect(await warned({})).toEqual([])
  expect(await warned({ NODE_ENV: 'production' })).toEqual(['SITE_URL is not set', 'SMTP_URL is not set'])
  const given = { SITE_URL: 'https://maestros.example', SMTP_URL: 'smtp://127.0.0.1:9' }
  expect(await warned({ NODE_ENV: 'production', ...given })).toEqual([])
})
