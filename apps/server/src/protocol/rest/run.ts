import postgres from 'postgres'
import { asCaller } from '../../platform/db/session.ts'
import type { Services } from '../../platform/services.ts'
import { type Admission, admission } from './admission.ts'
import type { Answer } from './compile/answer.ts'
import { parseRefusal } from './compile/bounds.ts'
import type { Statement } from './compile/statement.ts'
import { answerTooLarge } from './errors.ts'
import type { Preferences } from './parse/headers.ts'
import { preparedTexts } from './prepared.ts'
import type { Schema } from './schema.ts'

/** Runs one statement with the rights of the caller, as soon as a connection is free. */
export type Run = (
  who: Parameters<Admission['run']>[0] & { schema: Schema },
  access: 'read only' | 'read write',
  statement: Statement,
  preferences: Pick<Preferences, 'tx'>,
) => Promise<Answer>

export function runner({ db, config }: Pick<Services, 'db' | 'config'>): Run {
  const admitted = admission(config.DATABASE_POOL)
  const prepared = new WeakMap<Schema, Set<string>>()
  const isPrepared = (schema: Schema, text: string) => {
    const texts = prepared.get(schema) ?? preparedTexts(schema)
    prepared.set(schema, texts)
    return texts.has(text)
  }
  return async (who, access, { text, values }, { tx }) => {
    const prepare = isPrepared(who.schema, text)
    const pending = admitted.run(who, (signal) =>
      asCaller(db, who.caller, access, (sql) => sql.unsafe<Answer[]>(text, values, { prepare }), {
        rollback: tx === 'rollback',
        signal,
      }),
    )
    const [answer] = await pending.catch((error: unknown) => {
      if (refusal(error)?.what === 'bytes') throw answerTooLarge()
      throw error
    })
    if (!answer) throw new Error('a statement of the data surface answered no row')
    return answer
  }
}

/** How many rows a write would have changed, when it was rolled back for that reason. */
export function refusedRows(error: unknown): number | undefined {
  const found = refusal(error)
  return found?.what === 'rows' ? found.number : undefined
}

const refusal = (error: unknown) =>
  error instanceof postgres.PostgresError && error.code === '22P02' ? parseRefusal(error.message) : undefined
