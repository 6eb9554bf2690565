import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { EstadoDeMisDatos } from './mis-datos.ts'

/** Requests an export. While one is prepared, a repeated call answers the same state. */
export const exportarDatos = contract({
  name: 'exportar-datos',
  method: 'POST',
  input: z.object({}),
  output: EstadoDeMisDatos,
  callers: 'person',
  errors: ['RATE_LIMITED'],
})
