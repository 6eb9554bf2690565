import * as z from 'zod/mini'
import { Cursor } from '../comun.ts'
import { contract } from '../contract.ts'
import { Acto } from './cuenta-y-acto.ts'

/** The audit, the newest act first, of all or about or by one account; only for operators of the level 'responsable'. */
export const operacionAuditoria = contract({
  name: 'operacion-auditoria',
  method: 'GET',
  input: z.object({ cuenta_id: z.optional(z.guid()), cursor: z.optional(Cursor) }),
  output: z.object({ actos: z.array(Acto), siguiente: z.nullable(z.string()) }),
  callers: 'operador',
  errors: ['FORBIDDEN'],
})
