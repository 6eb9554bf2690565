export interface Runner {
  title: string
}
export interface Outcome {
  name: string
  isTest: boolean
  status: 'passed' | 'failed' | 'skipped' | 'flaky'
  error: string
}
export interface Attempt {
  code: number
  outcomes: Outcome[]
}
export const vitest: Runner
export const playwright: Runner & {
  command(report: string, args: readonly string[]): { args: string[]; env: Record<string, string> }
  read(report: unknown): { errors: string[]; outcomes: Outcome[] }
}
export function firstAttempt(
  runner: Runner,
  options: {
    chosen?: string[]
    common?: string[]
    env?: Record<string, string | undefined>
    folder: string
    output?: 'inherit' | 'ignore'
  },
): Promise<Attempt>
export function secondAttempt(attempt: Attempt): Promise<Outcome[]>
export function counted(outcomes: readonly Outcome[]): {
  passed: number
  failed: Outcome[]
  skipped: string[]
  flaky: Outcome[]
}
