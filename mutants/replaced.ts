import type { Mutant } from './mutant.ts'
import { statementsOf } from './statements.ts'

/**
 * The mutants of functions, or of changes of them by interno.cambiar_en_funcion, that a later migration writes again. Such a
 * mutant would change nothing, so it belongs to the later file. Functions are compared by their names.
 */
export function replacedProblems(
  migrations: readonly { file: string; sql: string }[],
  mutants: readonly Mutant[],
): string[] {
  const named = (pattern: RegExp) =>
    migrations.flatMap(({ file, sql }) =>
      statementsOf(sql).flatMap((statement) => {
        const name = pattern.exec(statement)?.[1]
        return name === undefined ? [] : [{ file, name, statement }]
      }),
    )
  const written = named(/^create (?:or replace )?function ([\w.]+)/i)
  const changed = named(/^select interno\.cambiar_en_funcion\(\s*'([\w.]+)/i)
  return mutants.flatMap(({ id, file, text }) => {
    const mutated = [...written, ...changed].find((one) => one.file === file && one.statement.includes(text))
    const later = written.findLast((one) => one.name === mutated?.name && one.file > file)
    return later ? [`${id}: ${later.name} is written again in ${later.file}`] : []
  })
}
