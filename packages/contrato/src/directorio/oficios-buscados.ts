import { MAS_BUSCADOS } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { NOMBRE_BUSCADO_MAX } from './maestros.ts'

const OficiosBuscadosInput = z.object({
  alcaldia: z.string().check(z.minLength(1), z.maxLength(NOMBRE_BUSCADO_MAX)),
})

/** The trades with most searches in a borough in the last 30 days, the first with most. */
export const oficiosBuscados = contract({
  name: 'oficios-buscados',
  method: 'GET',
  input: OficiosBuscadosInput,
  output: z.object({ oficios: z.array(z.string()).check(z.maxLength(MAS_BUSCADOS)) }),
  callers: 'public',
  errors: [],
})
