import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type { Caller } from '../../platform/caller.ts'
import type { Database, Sql } from '../../platform/db/pool.ts'
import { runAfterCheck } from '../../platform/db/session.ts'
import type { Session } from '../../platform/objects/signed.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Statements on objects for a caller. The database decides what a path allows (storage.allows and
 * storage.allows_read, db/protocol/storage.sql), row by row in the statement itself. An object that the caller may not
 * see is reported like one that does not exist.
 */
export interface Requester {
  caller: Caller
  /** Null for the publishable key alone and for the secret key. */
  userId: string | null
  run<T extends Rows>(
    statement: (sql: Sql | ReservedSql, conditions: AccessConditions) => PendingQuery<T>,
  ): Promise<T>
}

export interface AccessConditions {
  /** SQL that is true where the act is allowed on the rows of `storage.objects o`. */
  read: Fragment
  remove: Fragment
  /** The top-level folder contains identity documents: a person lists only their own. */
  list(bucket: string, folder: string): Fragment
}

type Rows = readonly (Row | undefined)[]
type Fragment = PendingQuery<Row[]>

export function requesterOf({ db }: Pick<Services, 'db'>, caller: Caller): Requester {
  const userId = caller.role === 'authenticated' ? caller.userId : null
  const conditionsFor = (sql: Sql | ReservedSql): AccessConditions => {
    // The secret key reads everything. Operators have no session here: they get signed addresses.
    if (caller.role === 'service_role') return { read: sql`true`, remove: sql`true`, list: () => sql`true` }
    return {
      read: sql`storage.allows_read(${userId}, o)`,
      remove: sql`storage.allows_removal(${userId}, o)`,
      // The comparison with the owner stands alone, so that the index on the owner finds the few own objects.
      list: (bucket, folder) => sql`
        ${folder === '' ? sql`o.owner = ${userId}` : sql`true`}
        and storage.allows('list', ${userId}, ${bucket}, ${folder}) and storage.is_visible(${userId}, o)`,
    }
  }
  return {
    caller,
    userId,
    run: (statement) =>
      caller.role === 'authenticated'
        ? runAs(db, caller, (sql) => statement(sql, conditionsFor(sql)))
        : statement(db.sql, conditionsFor(db.sql)).then((rows) => rows),
  }
}

/** Runs the statement only when the session is active and the account is not suspended. */
export function runAs<T extends Rows>(
  db: Database,
  { userId, sessionId }: Session,
  statement: (sql: ReservedSql) => PendingQuery<T>,
): Promise<T> {
  const check = (sql: ReservedSql) => sql`select interno.exigir_persona(${sessionId}, ${userId}, ${null})`
  return runAfterCheck(db.sql, 'read write', check, statement)
}

/**
 * A support ticket's picture without a folder is stored in the folder of its owner, so that names of
 * different people never collide.
 */
export function nameFor(requester: Pick<Requester, 'userId'>, bucket: string, name: string): string {
  return bucket === 'support-tickets' && requester.userId !== null && !name.includes('/')
    ? `${requester.userId}/${name}`
    : name
}
