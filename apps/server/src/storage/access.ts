import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type { Caller, Person } from '../caller.ts'
import type { Database, Sql } from '../db/pool.ts'
import { behind } from '../db/session.ts'
import type { Services } from '../services.ts'

/**
 * Statements on objects for whoever asks. What a path allows is decided by the database (storage.allows and
 * storage.allows_read, migrations 014 and 018), row by row in the statement itself: what may not be seen is not found,
 * and told apart by nothing.
 */
export interface Asker {
  caller: Caller
  /** Null for the publishable key alone and for the secret key. */
  userId: string | null
  run<T extends Rows>(statement: (sql: Sql | ReservedSql, may: May) => PendingQuery<T>): Promise<T>
}

export interface May {
  /** True where the act is allowed on the rows of `storage.objects o`. */
  read: Fragment
  remove: Fragment
  /** The outermost folder holds identity documents: of it a person lists their own. */
  list(bucket: string, folder: string): Fragment
}

/** All that is asked of a person's session here. */
export type Session = Pick<Person, 'userId' | 'sessionId'>

type Rows = readonly (Row | undefined)[]
type Fragment = PendingQuery<Row[]>

export function askerOf({ db }: Pick<Services, 'db'>, caller: Caller): Asker {
  const userId = caller.role === 'authenticated' ? caller.userId : null
  const may = (sql: Sql | ReservedSql): May => {
    // Operators hold the secret key: identity documents are checked by them.
    if (caller.role === 'service_role') return { read: sql`true`, remove: sql`true`, list: () => sql`true` }
    return {
      read: sql`storage.allows_read(${userId}, o)`,
      remove: sql`storage.allows_removal(${userId}, o)`,
      list: (bucket, folder) => sql`
        storage.allows('list', ${userId}, ${bucket}, ${folder}) and storage.is_visible(${userId}, o)
        and (o.folder <> '' or o.owner = ${userId})`,
    }
  }
  return {
    caller,
    userId,
    run: (statement) =>
      caller.role === 'authenticated'
        ? runAs(db, caller, (sql) => statement(sql, may(sql)))
        : statement(db.sql, may(db.sql)).then((rows) => rows),
  }
}

/** The statement runs when the session lives and the account is not suspended, and not at all otherwise. */
export function runAs<T extends Rows>(
  db: Database,
  { userId, sessionId }: Session,
  statement: (sql: ReservedSql) => PendingQuery<T>,
): Promise<T> {
  const check = (sql: ReservedSql) => sql`select interno.exigir_persona(${sessionId}, ${userId}, ${null})`
  return behind(db.sql, 'read write', check, statement)
}

/** A ticket's picture without a folder is in the folder of who names it: nobody meets another's names. */
export function nameFor(asker: Pick<Asker, 'userId'>, bucket: string, name: string): string {
  return bucket === 'support-tickets' && asker.userId !== null && !name.includes('/')
    ? `${asker.userId}/${name}`
    : name
}
