import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { openDatabase, type Sql } from '../../../src/platform/db/pool.ts'
import {
  addJob,
  DEFAULT_ATTEMPTS,
  defineJob,
  type JobContext,
  PermanentFailure,
} from '../../../src/platform/jobs/definition.ts'
import { releaseAbandonedJobs } from '../../../src/platform/jobs/liveness.ts'
import { type Queue, startQueue } from '../../../src/platform/jobs/queue.ts'
import type { Services } from '../../../src/platform/services.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { eventually } from '../../setup/live.ts'
import { runDueJobs } from '../../setup/run-due-jobs.ts'
import { startDatabaseProxy } from '../../setup/services/database-proxy.ts'

/** The queue by itself, with jobs that exist only here. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  // The library writes down the name of a job that it sees for the first time. A started server has done this before
  // its first request; without it, `runDue` would wait for the transaction of the first test.
  await runDue()
})
afterAll(() => app.close())

let done: string[] = []
let work: (text: string, context: JobContext<Services>) => Promise<void> = async () => {}
beforeEach(async () => {
  app.takeErrors()
  done = []
  work = async () => {}
  await app.sql`delete from graphile_worker._private_jobs`
  await app.sql`delete from graphile_worker._private_known_crontabs`
})

const note = defineJob({
  name: 'prueba-anotar',
  payload: z.object({ text: z.string() }),
  attempts: 3,
  handle: async ({ text }, context: JobContext<Services>) => {
    await work(text, context)
    done.push(text)
  },
})
const QUICK = { abortMs: 10, giveBackMs: 8000, restartMs: 50, answerMs: 30_000, pollMs: 300 }
const runDue = () => runDueJobs(app.services, [note])
const waiting = async () => (await app.sql`select id from graphile_worker.jobs`).length
const failed = () => app.sql<{ id: string; nombre: string; error: string; intentos: number }[]>`
  select id, nombre, error, intentos from interno.trabajos_fallidos`
/** The number of jobs that are left, after the wait before their next attempt has passed. */
const waitingNow = async () => {
  await makeDue()
  return waiting()
}
const makeDue = () => app.sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`

const databaseName = () => ('database' in app.target ? app.target.database : '')

/** Nobody can connect to the database while `work` runs, with a connection to another one. */
async function closedDatabase(work: (elsewhere: Sql) => Promise<unknown>): Promise<void> {
  const elsewhere = openDatabase(inject('cluster'), { pool: 1 })
  const allow = (may: boolean) =>
    elsewhere.sql.unsafe(`alter database ${databaseName()} allow_connections ${may}`)
  try {
    await allow(false)
    await work(elsewhere.sql)
  } finally {
    await allow(true)
    await elsewhere.close()
  }
}

describe('a job that is added in a transaction', () => {
  test('runs after the commit', async () => {
    await app.services.db.sql.begin(async (tx) => {
      await addJob(tx, note, { text: 'escrito' })
      await runDue()
      expect(done).toEqual([])
    })
    await runDue()
    expect(done).toEqual(['escrito'])
    expect(await waiting()).toBe(0)
  })

  test('does not exist when the transaction is rolled back', async () => {
    const undone = app.services.db.sql.begin(async (tx) => {
      await addJob(tx, note, { text: 'deshecho' })
      throw new Error('deshacer')
    })
    await expect(undone).rejects.toThrow('deshacer')
    expect(await waiting()).toBe(0)
  })

  test('can be added in SQL, with as many attempts as a definition has by default', async () => {
    await app.sql`select interno.encolar('prueba-anotar', '{"text": "de sql"}')`
    expect(await app.sql`select max_attempts from graphile_worker.jobs`).toEqual([
      { max_attempts: DEFAULT_ATTEMPTS },
    ])
    await runDue()
    expect(done).toEqual(['de sql'])
  })

  test('is run at once by a process that waits for jobs', async () => {
    const queue = await startQueue(app.services, [note])
    try {
      await addJob(app.sql, note, { text: 'avisado' })
      await eventually(() => done).toEqual(['avisado'])
      await eventually(waiting).toBe(0)
    } finally {
      await queue.stop()
    }
  })
})

describe('a job that fails', () => {
  test('is tried again, each time after a longer wait', async () => {
    work = async () => {
      throw new Error('todavía no')
    }
    await addJob(app.sql, note, { text: 'terco' })
    for (const attempt of [1, 2]) {
      await makeDue()
      const [before] = await app.sql<{ at: Date }[]>`select clock_timestamp() as at`
      await runDue()
      const [row] = await app.sql<{ sooner: boolean; later: boolean }[]>`
        select run_at - ${before?.at ?? ''}::timestamptz < make_interval(secs => exp(${attempt}::float)) as sooner,
          run_at - clock_timestamp() > make_interval(secs => exp(${attempt}::float)) as later
        from graphile_worker.jobs where attempts = ${attempt}`
      expect(row).toEqual({ sooner: false, later: false })
    }
    work = async () => {}
    await makeDue()
    await runDue()
    expect(done).toEqual(['terco'])
  })

  test('is listed as failed after its last attempt, is not run again, and can be retried', async () => {
    work = async () => {
      throw new Error('roto')
    }
    await addJob(app.sql, note, { text: 'perdido' })
    for (let attempt = 1; attempt <= note.attempts + 2; attempt++) {
      await makeDue()
      await runDue()
    }
    expect(app.takeErrors()).toHaveLength(1)
    const [dead, ...others] = await failed()
    expect(others).toEqual([])
    expect(dead).toMatchObject({ nombre: 'prueba-anotar', error: 'roto', intentos: 3 })
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    expect(metrics).toContain('jobs{state="failed"} 1')
    expect(metrics).toContain('jobs{state="waiting"} 0')

    work = async () => {}
    expect(await app.sql`select interno.reintentar_trabajo(${dead?.id ?? ''}) as was`).toEqual([
      { was: true },
    ])
    expect(await app.sql`select interno.reintentar_trabajo(${dead?.id ?? ''}) as was`).toEqual([
      { was: false },
    ])
    await runDue()
    expect(done).toEqual(['perdido'])
    expect(await failed()).toEqual([])
  })

  test('for good is listed as failed after the first attempt, with the number of its real attempts', async () => {
    work = async () => {
      throw new PermanentFailure('no hay remedio')
    }
    await addJob(app.sql, note, { text: 'rechazado' })
    await runDue()
    expect(app.takeErrors()).toHaveLength(1)
    const [dead] = await failed()
    expect(dead).toMatchObject({ error: 'no hay remedio', intentos: 1 })

    work = async () => {
      throw new Error('roto')
    }
    await app.sql`select interno.reintentar_trabajo(${dead?.id ?? ''})`
    for (let attempt = 1; attempt <= note.attempts; attempt++) {
      await makeDue()
      await runDue()
    }
    expect(app.takeErrors()).toHaveLength(1)
    expect(await failed()).toMatchObject([{ error: 'roto', intentos: note.attempts }])
  })

  test('because its payload is not valid is listed as failed and never handled', async () => {
    await app.sql`select interno.encolar('prueba-anotar', '{"text": 7}')`
    await runDue()
    expect(app.takeErrors()).toHaveLength(1)
    expect(done).toEqual([])
    expect((await failed())[0]?.error).toContain('the payload is not valid')
  })
})

describe('a process that runs jobs', () => {
  let queue: Queue | undefined
  afterEach(async () => {
    await queue?.stop()
    queue = undefined
  })

  test('finishes the running job when it stops', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    work = () => {
      begin()
      return gate
    }
    const stopping = await startQueue(app.services, [note])
    await addJob(app.sql, note, { text: 'en curso' })
    await begun
    const stopped = stopping.stop()
    open()
    await stopped
    expect(done).toEqual(['en curso'])
    expect(await waiting()).toBe(0)
  })

  test('asks a job that takes too long to stop, and gives it back', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    let asked = false
    work = (_text, { signal }) => {
      signal.addEventListener('abort', () => {
        asked = true
      })
      begin()
      return new Promise(() => {})
    }
    const stopping = await startQueue(app.services, [note], { ...QUICK, giveBackMs: 300 })
    await addJob(app.sql, note, { text: 'lento' })
    await begun
    await stopping.stop()
    expect(asked).toBe(true)
    work = async () => {}
    // The library itself gives a job back as a failed attempt, which waits a little.
    await makeDue()
    await runDue()
    expect(done).toEqual(['lento'])
  })

  test('goes on after the database has ended all its connections, and holds its lock again', async () => {
    queue = await startQueue(app.services, [note], QUICK)
    // The library reads the names of its jobs once. When that fails, it takes no job until it stops after ten failures.
    await addJob(app.sql, note, { text: 'antes' })
    await eventually(() => done).toEqual(['antes'])
    // A job whose end was not written down yet would run again.
    await eventually(waiting).toBe(0)
    await app.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    // The test's own connections were cut too: both must be new before they are used.
    const both = () => Promise.all([1, 2, 3, 4].map(() => app.sql`select pg_sleep(0.05)`))
    await eventually(() =>
      both().then(
        () => true,
        () => false,
      ),
    ).toBe(true)
    await addJob(app.sql, note, { text: 'después' })
    await eventually(() => done).toEqual(['antes', 'después'])
    const locks = () => app.sql`
      select from pg_locks where locktype = 'advisory' and classid = interno.cerrojo_de_trabajos()
        and database = (select oid from pg_database where datname = current_database())`
    await eventually(locks).toHaveLength(1)
    app.takeErrors()
  })

  test('takes jobs again when its connections give no answer any more and are not closed, and can be stopped', async () => {
    const proxy = await startDatabaseProxy({ ...inject('cluster'), database: databaseName() })
    const db = openDatabase(proxy.target, { pool: 1, statementMs: 500 })
    // Nothing is announced on a lost connection, and a poll on one fails, so the job may wait for several polls.
    const times = { ...QUICK, giveBackMs: 300, answerMs: 1000 }
    queue = await startQueue({ ...app.services, db }, [note], times)
    await addJob(app.sql, note, { text: 'antes' })
    await eventually(() => done).toEqual(['antes'])
    await eventually(waiting).toBe(0)
    proxy.lose()
    await addJob(app.sql, note, { text: 'después' })
    await eventually(() => done).toEqual(['antes', 'después'])
    // The connection that listens is still lost, so that the library cannot stop in order.
    await queue.stop()
    queue = undefined
    proxy.close()
    await db.close()
  })

  test.each([
    { what: 'ends, and does not run it again', end: async () => {}, runs: 1 },
    {
      what: 'fails, and runs it again',
      end: async () => {
        throw new Error('todavía no')
      },
      runs: 2,
    },
  ])('survives a database that goes away while a job $what', async ({ end, runs }) => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    let attempts = 0
    work = async () => {
      attempts += 1
      if (attempts > 1) return
      begin()
      await gate
      await end()
    }
    queue = await startQueue(app.services, [note], QUICK)
    await addJob(app.sql, note, { text: 'interrumpido' })
    await begun
    let errors = ''
    const takeErrors = () => {
      errors += app.takeErrors().join('')
      return errors
    }
    const sql = await app.sql.reserve()
    try {
      await sql`begin`
      await sql`lock table graphile_worker._private_jobs in access exclusive mode`
      open()
      // No new connection succeeds, so that the queue cannot be started again at once.
      await closedDatabase(async (elsewhere) => {
        // The statement that ends the job may wait for a connection first. The lock stays, so that it never succeeds.
        await eventually(async () => {
          await elsewhere`
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = ${databaseName()} and wait_event_type = 'Lock'`
          return takeErrors()
        }).toContain('has stopped by itself')
        await sql`rollback`
        await eventually(takeErrors).toContain('cannot be started and is tried again')
      })
    } finally {
      await sql`rollback`
      sql.release()
    }
    await eventually(waitingNow).toBe(0)
    expect(attempts).toBe(runs)
    app.takeErrors()
  })

  test.each([
    { failing: 2, succeeding: 0 },
    { failing: 3, succeeding: 0 },
    { failing: 4, succeeding: 0 },
    { failing: 2, succeeding: 1 },
  ])(
    'survives a database that goes away while $failing jobs fail and $succeeding jobs end, one after another',
    async ({ failing, succeeding }) => {
      const names = [
        ...Array.from({ length: failing }, (_, index) => `falla ${index}`),
        ...Array.from({ length: succeeding }, (_, index) => `termina ${index}`),
      ]
      const gates = new Map(names.map((name) => [name, Promise.withResolvers<void>()]))
      const attempts = new Map<string, number>()
      work = async (text) => {
        const attempt = (attempts.get(text) ?? 0) + 1
        attempts.set(text, attempt)
        if (attempt > 1) return
        await gates.get(text)?.promise
        if (text.startsWith('falla')) throw new Error('todavía no')
      }
      queue = await startQueue(app.services, [note], QUICK)
      for (const text of names) await addJob(app.sql, note, { text })
      await eventually(() => attempts.size).toBe(names.length)
      await closedDatabase(async (elsewhere) => {
        await elsewhere`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${databaseName()}`
        // Each end is written in a statement of its own, which fails before the next one begins.
        for (const { resolve } of gates.values()) {
          resolve()
          await delay(300)
        }
      })
      await eventually(waitingNow).toBe(0)
      expect(Object.fromEntries(attempts)).toEqual(
        Object.fromEntries(names.map((name) => [name, name.startsWith('falla') ? 2 : 1])),
      )
      app.takeErrors()
    },
  )

  test('keeps its jobs, while those of a process that has ended are freed', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    work = (text) => {
      if (text === 'abandonado') return Promise.resolve()
      begin()
      return gate
    }
    queue = await startQueue(app.services, [note])
    await app.sql`select interno.encolar('prueba-anotar', '{"text": "abandonado"}', p_desde => 'infinity')`
    await app.sql`
      update graphile_worker._private_jobs set run_at = now(), locked_at = now(), locked_by = 'pool-muerto'`
    await addJob(app.sql, note, { text: 'vivo' })
    await begun
    expect(await releaseAbandonedJobs(app.sql, 0)).toBe(1)
    await eventually(() => done).toEqual(['abandonado'])
    // The end of a job is written down after it has run.
    const held = () => app.sql`select attempts from graphile_worker.jobs where locked_by is not null`
    await eventually(held).toHaveLength(1)
    open()
    await eventually(() => done).toEqual(['abandonado', 'vivo'])
  })

  test('that has ended leaves no failed job: one that was replaced while it ran is deleted, and the only attempt of one runs again once', async () => {
    const lock = (attempts: number) => app.sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-muerto', attempts = ${attempts}`
    await app.sql`select interno.encolar('prueba-anotar', '{"text": "reemplazado"}', p_intentos => 8)`
    await lock(8)
    expect(await releaseAbandonedJobs(app.sql, 0)).toBe(1)
    expect(await waiting()).toBe(0)
    await app.sql`select interno.encolar('prueba-anotar', '{"text": "de horario"}', p_intentos => 1)`
    await lock(1)
    await releaseAbandonedJobs(app.sql, 0)
    expect(await failed()).toEqual([])
    await lock(1)
    await releaseAbandonedJobs(app.sql, 0)
    expect(await failed()).toMatchObject([{ error: 'the process that ran it has ended' }])
  })

  test('that has ended before it wrote down the failure of a job that it had given up leaves a failed job with its error', async () => {
    work = async () => {
      throw new PermanentFailure('no hay remedio')
    }
    await addJob(app.sql, note, { text: 'rechazado' })
    // The library frees a job when it writes down the failure. This is left out, as if the process had ended before.
    await app.sql.unsafe(`
      create function interno.prueba_omitir() returns trigger language plpgsql as $$
        begin return null; end $$;
      create trigger prueba_omitir before update on graphile_worker._private_jobs
        for each row when (old.locked_by is not null and new.locked_by is null)
        execute function interno.prueba_omitir()`)
    try {
      await runDue()
    } finally {
      await app.sql.unsafe('drop function interno.prueba_omitir cascade')
    }
    expect(await failed()).toEqual([])
    expect(await releaseAbandonedJobs(app.sql, 0)).toBe(1)
    expect(await failed()).toMatchObject([{ error: 'no hay remedio', intentos: 1 }])
    app.takeErrors()
  })

  test('keeps its jobs when it takes its lock again soon after losing it', async () => {
    await app.sql`select interno.encolar('prueba-anotar', '{"text": "con dueño"}', p_desde => 'infinity')`
    await app.sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-vuelve'`
    const owner = await app.sql.reserve()
    try {
      const releasing = releaseAbandonedJobs(app.sql, 1500)
      await delay(100)
      await owner`select pg_advisory_lock_shared(interno.cerrojo_de_trabajos(), hashtext('pool-vuelve'))`
      expect(await releasing).toBe(0)
    } finally {
      await owner`select pg_advisory_unlock_all()`
      owner.release()
    }
    expect(await releaseAbandonedJobs(app.sql, 0)).toBe(1)
  })
})

test('two processes add the job of a schedule once for each time', async () => {
  const times: string[] = []
  const scheduled = defineJob({
    name: 'prueba-horario',
    payload: z.object({ _cron: z.object({ ts: z.string() }) }),
    cron: '*/5 * * * *',
    catchUpMinutes: 50,
    handle: async ({ _cron }) => {
      times.push(_cron.ts)
    },
  })
  // As if the schedule had been known for an hour and no process had run since.
  await app.sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since)
    values ('prueba-horario', now() - interval '1 hour')`
  const queues = await Promise.all([1, 2].map(() => startQueue(app.services, [scheduled])))
  try {
    await eventually(() => times.length).toBeGreaterThanOrEqual(9)
    await eventually(waiting).toBe(0)
  } finally {
    await Promise.all(queues.map((queue) => queue.stop()))
  }
  expect(new Set(times).size).toBe(times.length)
})

test('a schedule whose last time is in the future, because the clock was ahead, runs again after a start', async () => {
  let runs = 0
  const scheduled = defineJob({
    name: 'prueba-reloj',
    payload: z.object({}),
    cron: '*/5 * * * *',
    catchUpMinutes: 50,
    handle: async () => {
      runs += 1
    },
  })
  await app.sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('prueba-reloj', now() - interval '1 hour', now() + interval '2 days')`
  const queue = await startQueue(app.services, [scheduled])
  try {
    await eventually(() => runs).toBeGreaterThan(0)
  } finally {
    await queue.stop()
  }
})

describe('schedules that run one job at a time', () => {
  /** One time of each schedule is in the past that is caught up with, and none comes while the test runs. */
  async function start(names: string[]) {
    const minute = new Date(Date.now() - 30 * 60_000).getUTCMinutes()
    const seen = { running: 0, most: 0, runs: 0 }
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const jobs = names.map((name) =>
      defineJob({
        name,
        payload: z.object({}),
        cron: `${minute} * * * *`,
        catchUpMinutes: 50,
        oneAtATime: true,
        handle: async () => {
          seen.running += 1
          seen.runs += 1
          seen.most = Math.max(seen.most, seen.running)
          await gate
          seen.running -= 1
        },
      }),
    )
    await app.sql`
      insert into graphile_worker._private_known_crontabs (identifier, known_since)
      select unnest(${names}::text[]), now() - interval '1 hour'`
    const queues = await Promise.all([1, 2].map(() => startQueue(app.services, jobs, QUICK)))
    const stop = async () => {
      open()
      await Promise.all(queues.map((queue) => queue.stop()))
    }
    return { seen, open, stop }
  }

  test('wait for the run before, and run once for all times that waited', async () => {
    const { seen, open, stop } = await start(['prueba-sola'])
    try {
      await eventually(() => seen.runs).toBe(1)
      const [{ queue } = { queue: '' }] = await app.sql<{ queue: string }[]>`
        select queue_name as queue from graphile_worker.jobs where task_identifier = 'prueba-sola'`
      // As the schedule does when the next times come.
      for (const _time of [1, 2, 3])
        await app.sql`
          select graphile_worker.add_job('prueba-sola', '{}', queue_name => ${queue}, job_key => 'prueba-sola')`
      await delay(500)
      expect(seen.runs).toBe(1)
      open()
      await eventually(waiting).toBe(0)
    } finally {
      await stop()
    }
    expect(seen).toMatchObject({ most: 1, runs: 2 })
  })

  test('wait for each other, so that a store of files that hangs holds one place of the queue', async () => {
    const { seen, open, stop } = await start(['prueba-una', 'prueba-otra'])
    try {
      await eventually(waiting).toBe(2)
      await eventually(() => seen.runs).toBe(1)
      await delay(500)
      expect(seen.runs).toBe(1)
      open()
      await eventually(waiting).toBe(0)
    } finally {
      await stop()
    }
    expect(seen).toMatchObject({ most: 1, runs: 2 })
  })
})
