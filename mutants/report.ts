import { isKilled, type Outcome, type Survivor } from './judge.ts'
import { KINDS } from './mutant.ts'

/** docs/mutants.md: how many mutants of each kind there are, and why some survive. */
export function reportOf(outcomes: readonly Outcome[], survivors: readonly Survivor[], ms: number): string {
  const rows = KINDS.map((kind) => {
    const of = outcomes.filter(({ mutant }) => mutant.kind === kind)
    const killed = of.filter(isKilled).length
    return `| ${kind} | ${of.length} | ${killed} | ${of.length - killed} |`
  })
  const killed = outcomes.filter(isKilled).length
  const reasons = new Map(survivors.map(({ id, reason }) => [id, reason]))
  const surviving = outcomes
    .filter((outcome) => !isKilled(outcome))
    .map(
      ({ mutant }) => `- ${mutant.id.replaceAll('|', '\\|')}  \n  ${reasons.get(mutant.id) ?? 'no reason'}`,
    )
    .sort()
  return `# Mutants

Written by \`npm run mutants\` ([CONTRIBUTING](../CONTRIBUTING.md#mutants)). Do not edit.

Each mutant removes or inverts one check, and the tests that are named with it must fail. All mutants took
${Math.round(ms / 60_000)} minutes.

| kind | mutants | killed | survived |
|---|---|---|---|
${rows.join('\n')}
| all | ${outcomes.length} | ${killed} | ${outcomes.length - killed} |

## Survivors

${surviving.length > 0 ? surviving.join('\n') : 'None.'}
`
}
