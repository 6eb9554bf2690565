import { CONTRASENA_DE_OPERADOR_MIN } from '@maestros/dominio/operacion/operadores'
import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

const TOKEN_MAX = 100
const CONTRASENA_MAX = 72

/**
 * Sets the password of an operator with the link of the command line, which works once. NOT_FOUND: it has expired or was used. Then
 * the operator can sign in and enrol the second factor.
 */
export const operacionAcceso = contract({
  name: 'operacion-acceso',
  method: 'POST',
  input: z.object({
    token: z.string().check(z.minLength(1), z.maxLength(TOKEN_MAX)),
    contrasena: z.string().check(z.minLength(CONTRASENA_DE_OPERADOR_MIN), z.maxLength(CONTRASENA_MAX)),
  }),
  output: Hecho,
  callers: 'public',
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})
