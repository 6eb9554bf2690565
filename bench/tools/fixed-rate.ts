import { Agent, get } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'

/**
 * Sends requests at a fixed rate, independent of earlier answers, and prints how long each took, in
 * milliseconds. It raises its priority, so that it measures the server's delay and not its own wait for a
 * core.
 */
const { url, headers, paths, rate, seconds } = z
  .object({
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    paths: z.array(z.string()),
    rate: z.number(),
    seconds: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

try {
  setPriority(-10)
} catch {
  // Only root may do this. Both parts of the comparison are treated the same, so the error is ignored.
}

const agent = new Agent({ keepAlive: true })

function ask(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    get(url + path, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a search answered ${response.statusCode}`))
      response.resume().once('end', () => resolve(performance.now() - began))
    }).once('error', reject)
  })
}

const asked: Promise<number>[] = []
const began = performance.now()
for (let i = 0; i < rate * seconds; i++) {
  await delay(Math.max(0, began + (i * 1000) / rate - performance.now()))
  asked.push(ask(paths[Math.floor(Math.random() * paths.length)] ?? '/'))
}
console.log(JSON.stringify(await Promise.all(asked)))
agent.destroy()
