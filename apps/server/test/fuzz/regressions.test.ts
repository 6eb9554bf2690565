import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase } from '../setup/database.ts'
import { type Bench, problemAlone } from './isolate.ts'
import { REGRESSIONS } from './regressions.ts'
import { openSender } from './send.ts'
import { startFuzzedServer } from './server.ts'
import { watchHealth } from './watch.ts'
import { makeWorld } from './world.ts'

/** Single inputs that once broke the server: each is refused, and the server keeps running. */

let bench: Bench
let database: Awaited<ReturnType<typeof makeDatabase>>
beforeAll(async () => {
  database = await makeDatabase('migrated')
  const server = await startFuzzedServer('generous', database.target)
  const world = await makeWorld(server.sql)
  bench = { server, world, sender: openSender(server.url, world, 2), watch: watchHealth(server.url) }
}, 180_000)
afterAll(async () => {
  await bench.watch.close()
  await bench.sender.close()
  await bench.server.stop()
  await database.drop()
})

test.each(REGRESSIONS)(
  'the server withstands %s',
  async (_name, input) => {
    expect(await problemAlone(bench, input)).toBeUndefined()
    expect(bench.server.isAlive()).toBe(true)
    const { answer } = await bench.sender.send(input)
    if (answer.kind === 'http') {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
    expect((await fetch(`${bench.server.url}/healthz`)).status).toBe(200)
  },
  120_000,
)
