import { writeReport } from '../report/write.ts'
import { MEMORY_SHARE, type Measured } from './measure.ts'

/** bench/results/abuse.md: a row for each attack, with the goals that were missed. */

const P99_TIMES = 2
const HEALTH_MS = 100
const UPLOAD_MS = 300

interface Ratios {
  search: number
  message: number
  health: number
  memory: number
  /** Milliseconds more than without the attack; 0 when nobody uploaded. */
  upload: number
}

/** A server that ended has answered nothing since, and has no memory to compare. */
function ratiosOf({ without, during, memory, alive }: Measured): Ratios {
  return {
    search: during.search.p99 / without.search.p99,
    message: during.message.p99 / without.message.p99,
    health: during.health.p99,
    memory: alive ? memory.after / memory.before : Number.POSITIVE_INFINITY,
    upload: (during.upload?.p99 ?? 0) - (without.upload?.p99 ?? 0),
  }
}

function missed(one: Measured): string {
  const { search, message, health, memory, upload } = ratiosOf(one)
  const names = [
    !one.alive && 'the server ended',
    search > P99_TIMES && 'search',
    message > P99_TIMES && 'message',
    health > HEALTH_MS && '/healthz',
    one.alive && memory > MEMORY_SHARE && 'memory',
    upload > UPLOAD_MS && 'uploads',
  ].filter(Boolean)
  return names.length === 0 ? 'yes' : `no: ${names.join(', ')}`
}

const ms = (value: number) => value.toFixed(1)
const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0)

export async function reportAbuse(
  measured: readonly Measured[],
  {
    seconds,
    rounds,
    rest,
    postgresql,
  }: { seconds: number; rounds: number; rest: number; postgresql: string },
): Promise<void> {
  const ratios = measured.map((one) => ({ name: one.name, ...ratiosOf(one) }))
  const worst = (of: keyof Ratios) => Math.max(...ratios.map((one) => one[of]))
  const bars = (of: 'search' | 'memory') =>
    ratios.map((one) => {
      const value = Number.isFinite(one[of]) ? one[of] : 0
      return {
        label: one.name,
        value,
        text: value === 0 ? 'the server ended' : `× ${value.toFixed(2)}`,
        ours: true,
      }
    })
  await writeReport({
    subject: 'abuse',
    title: 'Abuse: what other callers feel of an attack',
    intro:
      `Each attack runs for ${seconds} s from one address on a server of its own with the default settings. Other ` +
      `callers, from other addresses, send 20 searches, 20 messages and 20 requests for /healthz a second for ${seconds} s ` +
      `(and in the attacks on the decoders 5 small pictures) without the attack and then during it; of ${rounds} such rounds the median counts. A request that was refused or not answered counts as 10 s. Memory is the ` +
      `resident size of the server and its decoders just before the attack, at its highest, and after a rest of at most ${rest} s.`,
    columns: [
      ...['attack', 'search p50 ms', 'search p99 ms', 'message p50 ms', 'message p99 ms'],
      ...['/healthz p99 ms', 'upload p99 ms', 'memory MB', 'answers to the attacker', 'goals reached'],
    ],
    rows: measured.map((one) => {
      const { name, without, during, memory, outcomes } = one
      const both = (of: 'search' | 'message', share: 'p50' | 'p99') =>
        `${ms(without[of][share])} → ${ms(during[of][share])}`
      return [
        name,
        both('search', 'p50'),
        both('search', 'p99'),
        both('message', 'p50'),
        both('message', 'p99'),
        `${ms(without.health.p99)} → ${ms(during.health.p99)}`,
        during.upload ? `${ms(without.upload?.p99 ?? 0)} → ${ms(during.upload.p99)}` : '',
        `${mb(memory.before)} → ${mb(memory.peak)} → ${mb(memory.after)}`,
        Object.entries(outcomes)
          .map(([outcome, count]) => `${outcome}: ${count}`)
          .join(', '),
        missed(one),
      ]
    }),
    goals: [
      {
        what: 'search p99 during the worst attack beside without',
        reached: worst('search'),
        goal: P99_TIMES,
        wants: 'at most',
      },
      {
        what: 'message p99 during the worst attack beside without',
        reached: worst('message'),
        goal: P99_TIMES,
        wants: 'at most',
      },
      {
        what: '/healthz p99 during the worst attack, ms',
        reached: worst('health'),
        goal: HEALTH_MS,
        wants: 'at most',
      },
      {
        what: 'upload p99 during the worst attack above without, ms',
        reached: worst('upload'),
        goal: UPLOAD_MS,
        wants: 'at most',
      },
      {
        what: 'memory after the worst attack beside before',
        reached: worst('memory'),
        goal: MEMORY_SHARE,
        wants: 'at most',
      },
    ],
    facts: {
      PostgreSQL: `${postgresql}, as the product starts it`,
      attacker: 'one Node.js process on the same cores, in the idle class of the scheduler',
    },
    panels: [
      { title: 'Search p99 during the attack beside without (shorter is better)', bars: bars('search') },
      { title: 'Memory after the attack beside before (shorter is better)', bars: bars('memory') },
    ],
  })
}
