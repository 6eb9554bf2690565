import { request } from 'node:http'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '../../setup/app.ts'

const TOKEN = 'un-token-de-metricas-de-treinta-y-dos'

/** fetch does not let a caller choose the Host header. */
const statusOf = (app: TestApp, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    request(`${app.url}/metrics`, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

test('in production the metrics require METRICS_TOKEN even on this machine, because a local proxy may add no header', async () => {
  const closed = await startApp({ NODE_ENV: 'production' })
  for (const host of ['localhost', '127.0.0.1', 'maestros.example']) {
    expect(await statusOf(closed, { host })).toBe(404)
  }
  await closed.close()
  const app = await startApp({ NODE_ENV: 'production', METRICS_TOKEN: TOKEN })
  expect(await statusOf(app, {})).toBe(404)
  expect(await statusOf(app, { authorization: `Bearer ${TOKEN}x` })).toBe(404)
  expect(await statusOf(app, { authorization: `Bearer ${TOKEN.replace('un-', 'el-')}` })).toBe(404)
  expect(await statusOf(app, { authorization: `Bearer ${TOKEN}`, host: 'maestros.example' })).toBe(200)
  await app.close()
})

test('outside production the metrics are available on this machine only, by a loopback name', async () => {
  const app = await startApp()
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1', '[::1]:3000']) {
    expect([host, await statusOf(app, { host })]).toEqual([host, 200])
  }
  for (const host of ['maestros.example', 'localhost.maestros.example', '127.0.0.1.nip.io']) {
    expect([host, await statusOf(app, { host })]).toEqual([host, 404])
  }
  for (const proxied of [{ forwarded: 'for=203.0.113.7' }, { 'x-forwarded-for': '203.0.113.7' }])
    expect(await statusOf(app, proxied)).toBe(404)
  await app.close()
})
