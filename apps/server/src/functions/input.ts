import { funciones as textos } from '@maestros/dominio/textos/funciones'
import type * as z from 'zod/mini'
import { invalidInput } from './errors.ts'

/** What a call sent, as its contract has it; the refusal names the first datum that is wrong. */
export function parse<T extends z.ZodMiniType>(schema: T, given: unknown): z.infer<T> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const name = parsed.error.issues[0]?.path[0]
  throw invalidInput(name === undefined ? textos.datosInvalidos : textos.datoInvalido(String(name)))
}
