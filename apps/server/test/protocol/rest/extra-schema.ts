import { expect, vi } from 'vitest'
import type { TestApp } from '../../setup/app.ts'
import { restRequest } from './people.ts'

/**
 * Adds tables and functions for a test. The last name of `statements` must be `listo`, a function that the
 * data surface knows after it has read the schema again.
 */
export async function addToSchema(app: TestApp, statements: string): Promise<void> {
  await app.sql.unsafe(`
    ${statements};
    create function public.listo() returns int language sql immutable return 1;
    grant execute on all functions in schema public to anon, authenticated;
    notify pgrst, 'reload schema'`)
  await vi.waitFor(
    async () =>
      expect((await restRequest(app, '/rpc/listo', { method: 'POST', body: '{}' })).status).toBe(200),
    { timeout: 20_000, interval: 100 },
  )
}

const LOCK = 4_711

/** A function that waits for a lock and then records its caller's word, so that no test depends on time. */
export const WAITING = `
  create table public.esperas (quien text not null);
  create function public.espera(quien text) returns int language plpgsql security definer as $$
  begin
    perform pg_advisory_xact_lock_shared(${LOCK});
    insert into public.esperas values (quien);
    return 1;
  end $$`

export interface Gate {
  /** Statements of `espera` that wait for the lock now. */
  blocked(): Promise<number>
  /** Waits until this many statements are blocked. */
  untilBlocked(count: number): Promise<void>
  open(): Promise<void>
  /** The words of the callers whose statement completed. */
  passed(): Promise<string[]>
}

/** Holds the lock that `espera` waits for. */
export async function closeGate(app: TestApp): Promise<Gate> {
  const holder = await app.sql.reserve()
  await holder`select pg_advisory_lock(${LOCK})`
  let closed = true
  const blocked = async () => {
    const [row] = await app.sql<{ count: number }[]>`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory'`
    return row!.count
  }
  return {
    blocked,
    untilBlocked: (count) =>
      vi.waitFor(async () => expect(await blocked()).toBe(count), { timeout: 30_000, interval: 50 }),
    open: async () => {
      if (!closed) return
      closed = false
      await holder`select pg_advisory_unlock(${LOCK})`
      holder.release()
    },
    passed: async () => {
      const rows = await app.sql<{ quien: string }[]>`select quien from public.esperas order by quien`
      return rows.map(({ quien }) => quien)
    },
  }
}
