import { type OrdenDeOperador, operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import type { Sql } from '../../../platform/db/pool.ts'
import { errorText } from '../../../platform/error-code.ts'
import { type Config, readConfig } from '../../../platform/settings/config.ts'
import { showAccounts } from './accounts.ts'
import { decideAbout, type Result, sentenceOf, suspendOrRestore } from './acts.ts'
import { type Command, parseCommand } from './arguments.ts'
import type { Ask } from './confirm.ts'
import { connect, type OperatorDatabase, OperatorError } from './connect.ts'
import { removeDemo } from './demo.ts'
import { dropJob, listJobs, retryJobs } from './jobs.ts'
import { acceptKeys } from './keys.ts'
import { audit, searches } from './lists.ts'
import { create, giveAccess, setLevel } from './operators.ts'
import { close as closeReport, listReports, showReport } from './reports.ts'
import { removePhoto, removeReview, reviews } from './reviews.ts'
import { answer, changeState, listTickets, showTicket } from './tickets.ts'
import { UsageError } from './values.ts'
import { listVerifications, showVerification } from './verifications.ts'

/** The operator's command line (docs/operations.md). Each run is one command. */

const FAILED = 1
const BAD_USAGE = 2

export interface Output {
  out(line: string): void
  error(line: string): void
  ask: Ask
}

/** Runs one command and returns the exit code. */
export async function runOperator(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  { out, error, ask }: Output,
  open: (config: Config) => Promise<OperatorDatabase> = connect,
): Promise<number> {
  try {
    const { command, json } = parseCommand(argv)
    const result =
      command.kind === 'help' ? help(command.about) : await runCommand(readConfig(env), open, command, ask)
    if (json) out(printable(JSON.stringify(result.json, null, 2)))
    else for (const line of result.lines) out(printable(line).replaceAll('\n', '·'))
    return 0
  } catch (cause) {
    error(printable(`Error: ${sentenceFor(cause)}`))
    if (!(cause instanceof UsageError)) return FAILED
    if (cause.usage !== undefined) error(cause.usage)
    return BAD_USAGE
  }
}

async function runCommand(
  config: Config,
  open: (config: Config) => Promise<OperatorDatabase>,
  command: Exclude<Command, { kind: 'help' }>,
  ask: Ask,
): Promise<Result> {
  const { sql, close } = await open(config)
  try {
    return await act(sql, config, command, ask)
  } finally {
    await close()
  }
}

function act(
  sql: Sql,
  config: Config,
  command: Exclude<Command, { kind: 'help' }>,
  ask: Ask,
): Promise<Result> | Result {
  switch (command.kind) {
    case 'create':
      return create(sql, config, command)
    case 'access':
      return giveAccess(sql, config, command)
    case 'level':
      return setLevel(sql, command)
    case 'verifications':
      return listVerifications(sql, command)
    case 'verification-show':
      return showVerification(sql, config, command)
    case 'review':
    case 'verify':
    case 'reject':
      return decideAbout(sql, command)
    case 'suspend':
    case 'restore':
      return suspendOrRestore(sql, command)
    case 'account':
      return showAccounts(sql, command)
    case 'reviews':
      return reviews(sql, config, command)
    case 'remove-review':
      return removeReview(sql, command)
    case 'remove-photo':
      return removePhoto(sql, command)
    case 'tickets':
      return listTickets(sql, command)
    case 'ticket-show':
      return showTicket(sql, config, command)
    case 'ticket-answer':
      return answer(sql, command)
    case 'ticket-state':
      return changeState(sql, command)
    case 'reports':
      return listReports(sql, command)
    case 'report-show':
      return showReport(sql, config, command)
    case 'report-close':
      return closeReport(sql, command)
    case 'jobs':
      return listJobs(sql, command)
    case 'job-retry':
      return retryJobs(sql, command)
    case 'job-drop':
      return dropJob(sql, command)
    case 'searches':
      return searches(sql, command.limit)
    case 'audit':
      return audit(sql, command.about, command.limit)
    case 'accept-keys':
      return acceptKeys(sql, config, ask)
    case 'remove-demo':
      return removeDemo(sql, ask)
  }
}

function help(about: OrdenDeOperador | undefined): Result {
  const { ayuda, ordenes } = textos
  const lines = about
    ? [textos.usoDe(ordenes[about].uso), '', ordenes[about].texto]
    : [
        ayuda.titulo,
        '',
        ayuda.ordenes,
        ...Object.values(ordenes).flatMap(({ uso, texto }) => [`  ${uso}`, `      ${texto}`]),
        '',
        ...ayuda.opciones,
      ]
  return { json: lines, lines }
}

function sentenceFor(error: unknown): string {
  if (error instanceof UsageError || error instanceof OperatorError) return error.message
  return sentenceOf(error) ?? errorText(error)
}

/** Texts of other people may contain control characters, by which a terminal could be made to show something else. */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (sign) => (sign === '\n' ? sign : '·'))
