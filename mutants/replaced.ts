import type { Mutant } from './mutant.ts'
import { statementsOf } from './statements.ts'

/**
 * The mutants of functions that a later migration writes again. Such a mutant would change nothing, so it belongs to the
 * later file. Functions are compared by their names.
 */
export function replacedProblems(
  migrations: readonly { file: string; sql: string }[],
  mutants: readonly Mutant[],
): string[] {
  const functions = migrations.flatMap(({ file, sql }) =>
    statementsOf(sql).flatMap((statement) => {
      const name = /^create (?:or replace )?function ([\w.]+)/i.exec(statement)?.[1]
      return name === undefined ? [] : [{ file, name, statement }]
    }),
  )
  return mutants.flatMap(({ id, file, text }) => {
    const mutated = functions.find((one) => one.file === file && one.statement.includes(text))
    const later = functions.findLast((one) => one.name === mutated?.name && one.file > file)
    return later ? [`${id}: ${later.name} is written again in ${later.file}`] : []
  })
}
