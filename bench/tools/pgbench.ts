import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Measure, quantile } from '../report/measure.ts'
import { output } from './child.ts'

export interface PgbenchRun {
  /** A statement with two parameters: $1 the borough, $2 the trade. */
  statement: string
  environment: Record<string, string>
  clients: number
  warmup: number
  seconds: number
}

/** Pairs for each client. Each is a separate prepared statement there, so too many would never warm up. */
const PAIRS = 16
const THREADS = 2

/** The prepared statement alone, as fast as PostgreSQL answers: no HTTP, no JSON, no rights to check. */
export async function pgbench(run: PgbenchRun): Promise<Measure> {
  const { environment, clients, warmup, seconds } = run
  const folder = await mkdtemp(join(tmpdir(), 'maestros-pgbench-'))
  try {
    await writeFile(join(folder, 'search.sql'), script(run.statement))
    await output(
      'pgbench',
      [
        ...['--no-vacuum', '--protocol', 'prepared', '--client', String(clients), '--jobs', String(THREADS)],
        ...['--time', String(warmup + seconds), '--log', '--log-prefix', 'latency'],
        ...['--define', 'ready=0', '--file', join(folder, 'search.sql')],
      ],
      { env: environment, cwd: folder, seconds: warmup + seconds + 30 },
    )
    return await fromLogs(folder, warmup, seconds)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function pgbenchVersion(): Promise<string> {
  const said = await output('pgbench', ['--version'], { seconds: 10 })
  return /\d+(\.\d+)*/.exec(said)?.[0] ?? 'unknown'
}

/**
 * pgbench can draw only random numbers. So each client fetches its random pairs once, and every transaction
 * after that is one of its searches. Only the statement is measured.
 */
function script(statement: string): string {
  const numbers = Array.from({ length: PAIRS }, (_, i) => i + 1)
  const picked = numbers.map(
    (n) => `max(a) filter (where n = ${n}) as a${n}, max(o) filter (where n = ${n}) as o${n}`,
  )
  const search = (n: number) => statement.replaceAll('$1', `:a${n}`).replaceAll('$2', `:o${n}`)
  return [
    '\\if :ready = 0',
    `select ${picked.join(', ')}`,
    'from (select a.nombre as a, o.nombre as o, row_number() over (order by random()) as n',
    '  from public.alcaldias_disponibles a cross join public.oficios_disponibles o) pares \\gset',
    '\\set ready 1',
    '\\endif',
    `\\set pick random(1, ${PAIRS})`,
    ...numbers.flatMap((n) => [`${n === 1 ? '\\if' : '\\elif'} :pick = ${n}`, `${search(n)};`]),
    '\\endif',
    '',
  ].join('\n')
}

/** Each line of a log: client, transaction, duration in microseconds, script, and end time (s, µs). */
async function fromLogs(folder: string, warmup: number, seconds: number): Promise<Measure> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('latency.'))
  const ended: number[] = []
  const took: number[] = []
  for (const name of names) {
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      const [, , micros, , epoch, fraction] = line.split(' ').map(Number)
      if (micros === undefined || epoch === undefined || fraction === undefined) continue
      took.push(micros / 1000)
      ended.push(epoch + fraction / 1e6)
    }
  }
  const from = ended.reduce((first, time) => Math.min(first, time), Number.POSITIVE_INFINITY) + warmup
  // The last second is left out, because clients end one after the other.
  const until = from + seconds - 1
  const inside = took.filter((_, i) => (ended[i] ?? 0) >= from && (ended[i] ?? 0) < until)
  return {
    rate: inside.length / (until - from),
    p50: quantile(inside, 0.5),
    p99: quantile(inside, 0.99),
  }
}
