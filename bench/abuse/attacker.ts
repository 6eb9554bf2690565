import { spawnSync } from 'node:child_process'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { loopback, type Target } from './attack.ts'
import { ATTACKS } from './list.ts'

/**
 * Runs one attack and prints the counts of its answers. It is a separate process, so that its event loop does
 * not disturb the meter, and has the lowest priority, because a real attacker would not use the server's own
 * cores.
 */
const Person = z.object({ id: z.string(), token: z.string() })
const Work = z.object({
  name: z.string(),
  url: z.string(),
  key: z.string(),
  seconds: z.number(),
  pairs: z.array(z.object({ chatId: z.string(), seeker: Person, maestro: Person })),
  data: z.record(z.string(), z.string()),
})

const LOWEST = 19
/** The longest wait for open requests after the attack is over. */
const GRACE_MS = 3000

const { name, url, seconds, ...work } = Work.parse(JSON.parse(await text(process.stdin)))
const attack = ATTACKS.find((one) => one.name === name)
if (!attack) throw new Error(`there is no attack called ${name}`)
setPriority(LOWEST)
// On Linux a process of this class never delays another one. With the lowest priority alone it would finish its time slice
// each time that the server wakes up.
spawnSync('chrt', ['--idle', '--all-tasks', '--pid', '0', String(process.pid)])

const until = performance.now() + seconds * 1000
const outcomes: Record<string, number> = {}
const target: Target = {
  ...loopback(url),
  ...work,
  isOver: () => performance.now() > until,
  count: (outcome) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  },
}
const end = () => {
  process.stdout.write(JSON.stringify(outcomes), () => process.exit(0))
}
setTimeout(end, seconds * 1000 + GRACE_MS)
await attack.run(target)
end()
