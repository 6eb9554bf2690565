import { expect, test } from 'vitest'
import { startApp } from '../setup/app.ts'

test('a start in production warns of missing e-mails, of wrong links in them, and of the accounts of the demo', async () => {
  const warned = async (settings: Record<string, string>) => {
    const app = await startApp({ LOG_LEVEL: 'warn', ...settings })
    await app.close()
    const text = app.lines.join('')
    return ['SITE_URL is not set', 'SMTP_URL is not set', 'DEMO is 1'].filter((part) => text.includes(part))
  }
  expect(await warned({ DEMO: '1' })).toEqual([])
  expect(await warned({ NODE_ENV: 'production' })).toEqual(['SITE_URL is not set', 'SMTP_URL is not set'])
  const given = { SITE_URL: 'https://maestros.example', SMTP_URL: 'smtp://127.0.0.1:9' }
  expect(await warned({ NODE_ENV: 'production', ...given })).toEqual([])
  expect(await warned({ NODE_ENV: 'production', DEMO: '1', ...given })).toEqual(['DEMO is 1'])
})
