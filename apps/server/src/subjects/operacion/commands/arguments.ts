import { parseArgs } from 'node:util'
import { ESTADOS_DE_TICKET, type EstadoDeTicket } from '@maestros/dominio/ayuda/estados-de-ticket'
import { NIVELES_DE_OPERADOR, type NivelDeOperador } from '@maestros/dominio/operacion/operadores'
import { type OrdenDeOperador, operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { DATOS_VERIFICABLES, type DatoVerificable } from '@maestros/dominio/verificacion/estados'
import { hasCode } from '../../../platform/error-code.ts'
import { UUID } from '../accounts.ts'
import {
  account,
  accountOrPhone,
  limitOf,
  type Named,
  NUMBER,
  OPTIONS,
  option,
  required,
  UsageError,
  type Values,
} from './values.ts'

/** The arguments of the command line, parsed into a command with all that it needs. */

export type Command =
  | { kind: 'help'; about: OrdenDeOperador | undefined }
  | {
      kind: 'create'
      email: string
      nombre: string
      apellido: string
      nivel: NivelDeOperador
      as: string | undefined
    }
  | { kind: 'access'; email: string; as: string | undefined }
  | { kind: 'level'; email: string; nivel: NivelDeOperador; as: string }
  | { kind: 'verifications'; limit: number }
  | { kind: 'verification-show'; account: string; as: string }
  | { kind: 'review' | 'verify'; account: string; data: readonly DatoVerificable[]; as: string }
  | { kind: 'reject'; account: string; data: readonly DatoVerificable[]; motivo: string; as: string }
  | { kind: 'suspend' | 'restore'; account: string; motivo: string; mensaje: string | undefined; as: string }
  | { kind: 'account'; account: string; as: string }
  | { kind: 'reviews'; account: string; limit: number }
  | { kind: 'remove-review'; review: string; motivo: string; as: string }
  | { kind: 'remove-photo'; photo: string; motivo: string; as: string }
  | { kind: 'searches'; limit: number }
  | TicketCommand
  | { kind: 'reports'; open: boolean; about: string | undefined; limit: number }
  | { kind: 'report-show'; id: string; as: string }
  | { kind: 'report-close'; id: string; nota: string; as: string }
  | { kind: 'jobs'; limit: number }
  | { kind: 'job-retry'; id: string | undefined; as: string }
  | { kind: 'job-drop'; id: string; motivo: string; as: string }
  | { kind: 'audit'; about: string | undefined; limit: number }
  | { kind: 'accept-keys' | 'remove-demo' }

export type TicketCommand =
  | { kind: 'tickets'; open: boolean; limit: number }
  | { kind: 'ticket-show'; id: string; as: string }
  | { kind: 'ticket-answer'; id: string; text: string; state: EstadoDeTicket | undefined; as: string }
  | { kind: 'ticket-state'; id: string; state: EstadoDeTicket; as: string }

/** The options and the number of arguments of each command; --json and --help are for all. */
const SHAPES: Record<OrdenDeOperador, { options: readonly (Named | 'open')[]; arguments: number }> = {
  create: { options: ['as', 'nombre', 'apellido', 'nivel'], arguments: 1 },
  access: { options: ['as'], arguments: 1 },
  level: { options: ['as'], arguments: 2 },
  verifications: { options: ['limit', 'as'], arguments: 2 },
  review: { options: ['as'], arguments: 2 },
  verify: { options: ['as'], arguments: 2 },
  reject: { options: ['as', 'motivo'], arguments: 2 },
  suspend: { options: ['as', 'motivo', 'mensaje'], arguments: 1 },
  restore: { options: ['as', 'motivo', 'mensaje'], arguments: 1 },
  account: { options: ['as'], arguments: 1 },
  reviews: { options: ['limit'], arguments: 1 },
  'remove-review': { options: ['as', 'motivo'], arguments: 1 },
  'remove-photo': { options: ['as', 'motivo'], arguments: 1 },
  tickets: { options: ['open', 'limit', 'text', 'state', 'as'], arguments: 3 },
  reports: { options: ['open', 'about', 'limit', 'note', 'as'], arguments: 2 },
  searches: { options: ['limit'], arguments: 0 },
  jobs: { options: ['limit', 'motivo', 'as'], arguments: 2 },
  audit: { options: ['about', 'limit'], arguments: 0 },
  'accept-keys': { options: [], arguments: 0 },
  'remove-demo': { options: [], arguments: 0 },
}

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
const EMAIL_CHARS = 255
export function parseCommand(argv: readonly string[]): { command: Command; json: boolean } {
  const { values, positionals } = read(argv)
  const [name, ...rest] = positionals
  const json = values.json ?? false
  const known = name === undefined ? undefined : orderOf(name)
  if (values.help) return { command: { kind: 'help', about: known }, json }
  if (known === undefined) throw new UsageError(textos.sinOrden)
  try {
    checkShape(known, values, rest)
    return { command: commandOf(known, values, rest), json }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(error.message, textos.usoDe(textos.ordenes[known].uso))
  }
}

function read(argv: readonly string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    const option = /'([^']+)'/.exec(error instanceof Error ? error.message : '')?.[1] ?? ''
    if (hasCode(error, 'ERR_PARSE_ARGS_UNKNOWN_OPTION'))
      throw new UsageError(textos.opcionDesconocida(option))
    if (hasCode(error, 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')) {
      const name = option.replace(/^-\w, | <value>$/g, '')
      const isText = Object.entries(OPTIONS).some(
        ([one, { type }]) => `--${one}` === name && type === 'string',
      )
      throw new UsageError((isText ? textos.opcionSinValor : textos.opcionConValor)(name))
    }
    throw error
  }
}

function orderOf(name: string): OrdenDeOperador {
  if (isOrder(name)) return name
  throw new UsageError(textos.ordenDesconocida(name))
}

const isOrder = (name: string): name is OrdenDeOperador => Object.hasOwn(SHAPES, name)

function checkShape(name: OrdenDeOperador, values: Values, rest: readonly string[]): void {
  const shape = SHAPES[name]
  const given = Object.keys(values).filter((option) => option !== 'json' && option !== 'help')
  const foreign = given.find((option) => !shape.options.some((own) => own === option))
  if (foreign !== undefined) throw new UsageError(textos.opcionAjena(foreign))
  const extra = rest[shape.arguments]
  if (extra !== undefined) throw new UsageError(textos.argumentoDeMas(extra))
}

function commandOf(
  name: OrdenDeOperador,
  values: Values,
  [first, second, third]: readonly string[],
): Command {
  const { argumentos } = textos
  switch (name) {
    case 'create': {
      const email = emailOf(first)
      return {
        kind: name,
        email,
        nivel: levelOf(values.nivel ?? 'revisor'),
        nombre: option(values, 'nombre'),
        apellido: option(values, 'apellido'),
        as: values.as,
      }
    }
    case 'access':
      return { kind: name, email: emailOf(first), as: values.as }
    case 'level': {
      const nivel = levelOf(required(second, argumentos.nivel))
      return { kind: name, email: emailOf(first), nivel, as: option(values, 'as') }
    }
    case 'verifications':
      return verificationsOf(values, first, second)
    case 'review':
    case 'verify':
      return {
        kind: name,
        account: account(first, argumentos.maestro),
        data: dataOf(second),
        as: option(values, 'as'),
      }
    case 'reject':
      return {
        kind: name,
        account: account(first, argumentos.maestro),
        data: dataOf(second),
        motivo: option(values, 'motivo'),
        as: option(values, 'as'),
      }
    case 'suspend':
    case 'restore':
      return {
        kind: name,
        account: account(first, argumentos.cuenta),
        motivo: option(values, 'motivo'),
        mensaje: values.mensaje === undefined ? undefined : option(values, 'mensaje'),
        as: option(values, 'as'),
      }
    case 'account':
      return { kind: name, account: accountOrPhone(first), as: option(values, 'as') }
    case 'reviews':
      return { kind: name, account: account(first, argumentos.maestro), limit: limitOf(values.limit) }
    case 'remove-review':
      return {
        kind: name,
        review: reviewOf(first),
        motivo: option(values, 'motivo'),
        as: option(values, 'as'),
      }
    case 'remove-photo':
      return {
        kind: name,
        photo: required(first, argumentos.foto),
        motivo: option(values, 'motivo'),
        as: option(values, 'as'),
      }
    case 'tickets':
      return ticketsOf(values, first, second, third)
    case 'searches':
      return { kind: name, limit: limitOf(values.limit) }
    case 'reports':
      return reportsOf(values, first, second)
    case 'accept-keys':
    case 'remove-demo':
      return { kind: name }
    case 'jobs':
      return jobsOf(values, first, second)
    case 'audit':
      return {
        kind: name,
        about: aboutOf(values),
        limit: limitOf(values.limit),
      }
  }
}

function emailOf(value: string | undefined): string {
  const email = required(value, textos.argumentos.correo)
  if (!EMAIL.test(email) || email.length > EMAIL_CHARS) throw new UsageError(textos.correoInvalido(email))
  return email
}

function levelOf(value: string): NivelDeOperador {
  const found = NIVELES_DE_OPERADOR.find((nivel) => nivel === value)
  if (!found) throw new UsageError(textos.nivelDesconocido(value))
  return found
}

const aboutOf = ({ about }: Values): string | undefined =>
  about === undefined ? undefined : account(about, textos.argumentos.cuenta)

function verificationsOf(values: Values, act: string | undefined, maestro: string | undefined): Command {
  if (act === undefined) return { kind: 'verifications', limit: limitOf(values.limit) }
  if (act !== 'show') throw new UsageError(textos.argumentoDeMas(act))
  return {
    kind: 'verification-show',
    account: account(maestro, textos.argumentos.maestro),
    as: option(values, 'as'),
  }
}

function reportsOf(values: Values, act: string | undefined, id: string | undefined): Command {
  if (act === undefined) {
    return {
      kind: 'reports',
      open: values.open ?? false,
      about: aboutOf(values),
      limit: limitOf(values.limit),
    }
  }
  if (act !== 'show' && act !== 'close') throw new UsageError(textos.argumentoDeMas(act))
  const report = required(id, textos.argumentos.reporte)
  if (!NUMBER.test(report)) throw new UsageError(textos.reporteInvalido(report))
  return act === 'show'
    ? { kind: 'report-show', id: report, as: option(values, 'as') }
    : { kind: 'report-close', id: report, nota: option(values, 'note'), as: option(values, 'as') }
}

/** `jobs retry` has no id for all of them. */
function jobsOf(values: Values, act: string | undefined, id: string | undefined): Command {
  if (act === undefined) return { kind: 'jobs', limit: limitOf(values.limit) }
  if (act !== 'retry' && act !== 'drop') throw new UsageError(textos.argumentoDeMas(act))
  const { trabajo, trabajoOTodos } = textos.argumentos
  const job = required(id, act === 'retry' ? trabajoOTodos : trabajo)
  const isAll = act === 'retry' && job === 'all'
  if (!isAll && !NUMBER.test(job)) throw new UsageError(textos.trabajoInvalido(job))
  return act === 'retry'
    ? { kind: 'job-retry', id: isAll ? undefined : job, as: option(values, 'as') }
    : { kind: 'job-drop', id: job, motivo: option(values, 'motivo'), as: option(values, 'as') }
}

function ticketsOf(values: Values, act?: string, id?: string, state?: string): TicketCommand {
  if (act === undefined) {
    return { kind: 'tickets', open: values.open ?? false, limit: limitOf(values.limit) }
  }
  if (act !== 'show' && act !== 'answer' && act !== 'state') throw new UsageError(textos.argumentoDeMas(act))
  const ticket = required(id, textos.argumentos.ticket)
  if (!UUID.test(ticket)) throw new UsageError(textos.ticketInvalido(ticket))
  if (act === 'state') {
    const wanted = stateOf(required(state, textos.argumentos.estado))
    return { kind: 'ticket-state', id: ticket, state: wanted, as: option(values, 'as') }
  }
  if (state !== undefined) throw new UsageError(textos.argumentoDeMas(state))
  if (act === 'show') return { kind: 'ticket-show', id: ticket, as: option(values, 'as') }
  return {
    kind: 'ticket-answer',
    id: ticket,
    text: option(values, 'text'),
    state: values.state === undefined ? undefined : stateOf(values.state),
    as: option(values, 'as'),
  }
}

function stateOf(value: string): EstadoDeTicket {
  const found = ESTADOS_DE_TICKET.find((state) => state === value)
  if (!found) throw new UsageError(textos.estadoDesconocido(value))
  return found
}

function reviewOf(value: string | undefined): string {
  const given = required(value, textos.argumentos.resena)
  if (!UUID.test(given)) throw new UsageError(textos.resenaInvalida(given))
  return given
}

function dataOf(value: string | undefined): readonly DatoVerificable[] {
  const given = required(value, textos.argumentos.dato)
  if (given === 'todo') return DATOS_VERIFICABLES
  const found = DATOS_VERIFICABLES.find((datum) => datum === given)
  if (!found) throw new UsageError(textos.datoDesconocido(given))
  return [found]
}
