import { plannedContract } from '@maestros/contrato'
import { Hecho } from '@maestros/contrato/funciones/comun'
import * as z from 'zod/mini'
import { defineFunction } from '../../../src/functions/define.ts'

const planned = plannedContract({
  name: 'planned',
  method: 'POST',
  input: z.object({}),
  output: Hecho,
  callers: 'person',
  errors: [],
})

export default defineFunction(
  // error: TS2379 Argument of type 'PlannedContract<
  planned,
  { summary: 'A function that its contract says is not there.', handle: async () => ({ success: true }) },
)
