import { parseArgs } from 'node:util'
import { ATTACKS } from './abuse/list.ts'
import { type Measured, measure } from './abuse/measure.ts'
import { reportAbuse } from './abuse/report.ts'
import { keepRows } from './abuse/rows.ts'
import { dropSeekers, JWT_SECRET, makeSeekers, pairUp } from './chats/people.ts'
import { openDirectories } from './directory/open.ts'
import { allPairs, overProduct } from './directory/search-query.ts'
import { PRODUCT_KEY, startProduct } from './tools/product.ts'

/** Measures the delays of other callers while one address abuses the server, for each attack. */

const MAESTROS = 1_000
/** The default limits of a server. Benchmarks of speed raise them. */
const DEFAULT_LIMITS = { LIMIT_REQUESTS_ADDRESS: '', LIMIT_MESSAGES_PERSON: '' }
/** The address of the operators, so that urgent reports send e-mails (into the outbox). */
const SUPPORT_EMAIL = 'ayuda@bench.example'
/** Pairs for which the meter sends messages: each person sends one message in ten seconds. */
const OTHERS = 100
const ATTACKERS = 20

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '1' },
    rest: { type: 'string', default: '60' },
    /** Part of a name: runs only these attacks. The report keeps the others of earlier calls with the same settings. */
    only: { type: 'string', default: '' },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const rest = Number(values.rest)

const directories = await openDirectories([MAESTROS], console.log)
const sql = directories.open(MAESTROS)
try {
  const paths = (await allPairs(sql)).map(overProduct.path)
  const pairs = await pairUp(sql, await makeSeekers(sql, OTHERS + ATTACKERS))
  const measured: Measured[] = []
  for (const attack of ATTACKS.filter(({ name }) => name.includes(values.only))) {
    const attackers = pairs.slice(OTHERS)
    const data = (await attack.setUp?.(sql, attackers)) ?? {}
    // A new server for each attack: one that an attack has stopped or filled must not affect the next
    // measurement.
    const server = await startProduct(directories.environment(MAESTROS), {
      JWT_SECRET,
      SUPPORT_EMAIL,
      ...DEFAULT_LIMITS,
    })
    const scene = {
      server,
      key: PRODUCT_KEY,
      seconds,
      rounds,
      rest,
      paths,
      others: pairs.slice(0, OTHERS),
      attackers,
    }
    const one = await measure(scene, attack, data).finally(server.stop)
    Object.assign(one.outcomes, await attack.gained?.(sql, attackers, data))
    measured.push(one)
    const { name, without, during, memory } = one
    console.log(
      `${name}: search p99 ${without.search.p99.toFixed(1)} → ${during.search.p99.toFixed(1)} ms, message p99 ` +
        `${without.message.p99.toFixed(1)} → ${during.message.p99.toFixed(1)} ms, /healthz ` +
        `${during.health.p99.toFixed(1)} ms, ${during.upload ? `upload p99 ${without.upload?.p99.toFixed(1)} → ${during.upload.p99.toFixed(1)} ms, ` : ''}memory ${[
          memory.before,
          memory.peak,
          memory.after,
        ]
          .map((bytes) => (bytes / 2 ** 20).toFixed(0))
          .join(' → ')} MB, answers ${JSON.stringify(one.outcomes)}`,
    )
  }
  const settings = { seconds, rounds, rest }
  await reportAbuse(await keepRows(settings, measured), { ...settings, postgresql: directories.version })
} finally {
  await dropSeekers(sql)
  await directories.stop()
}
