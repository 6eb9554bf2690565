import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { isPhone, UUID } from '../accounts.ts'

/** The options of the command line, and reading one value of them. */

/** The command is not written as it should be. `usage` is the line that shows how. */
export class UsageError extends Error {
  readonly usage: string | undefined
  constructor(message: string, usage?: string) {
    super(message)
    this.usage = usage
  }
}

const TEXT = { type: 'string' } as const
export const OPTIONS = {
  as: TEXT,
  motivo: TEXT,
  mensaje: TEXT,
  note: TEXT,
  text: TEXT,
  state: TEXT,
  nombre: TEXT,
  apellido: TEXT,
  nivel: TEXT,
  limit: TEXT,
  about: TEXT,
  json: { type: 'boolean' },
  open: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const
export type Named = Exclude<keyof typeof OPTIONS, 'json' | 'help' | 'open'>

export type Values = { [name in Named]?: string | undefined } & {
  json?: boolean
  help?: boolean
  open?: boolean
}

export function required(value: string | undefined, what: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(textos.faltaArgumento(what))
  return value.trim()
}

export function option(values: Values, name: Named): string {
  const value = values[name]?.trim()
  if (!value) throw new UsageError(textos.faltaOpcion(name))
  return value
}

export const NUMBER = /^\d{1,15}$/

/** An e-mail or an id. */
export function account(value: string | undefined, what: string): string {
  const given = required(value, what)
  if (!given.includes('@') && !UUID.test(given)) throw new UsageError(textos.cuentaInvalida(given))
  return given
}

/** An e-mail, an id or a telephone number. */
export function accountOrPhone(value: string | undefined): string {
  const { cuentaOTelefono } = textos.argumentos
  const given = required(value, cuentaOTelefono)
  return isPhone(given) ? given : account(given, cuentaOTelefono)
}

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1000

export function limitOf(value: string | undefined): number {
  if (value === undefined) return DEFAULT_LIMIT
  const limit = /^\d{1,4}$/.test(value) ? Number(value) : 0
  if (limit < 1 || limit > MAX_LIMIT) throw new UsageError(textos.limiteInvalido(value))
  return limit
}
