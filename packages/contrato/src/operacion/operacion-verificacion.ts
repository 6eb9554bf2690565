import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { Verificacion } from '../verificacion/verificacion.ts'

/** The files that a decision is about. The selfie is the photo of the profile. */
export const DOCUMENTOS_QUE_SE_MIRAN = ['ine', 'ine_reverso', 'selfie', 'comprobante_domicilio'] as const

/**
 * All that a decision about one maestro needs. Each call is recorded in the audit, with the version of the data that it showed:
 * a decision is refused when the maestro has changed them since.
 */
export const operacionVerificacion = contract({
  name: 'operacion-verificacion',
  method: 'POST',
  input: z.object({ maestro_id: z.guid() }),
  output: z.object({
    id: z.guid(),
    correo: z.string(),
    nombre: z.string(),
    apellido: z.string(),
    curp: z.nullable(z.string()),
    domicilio: z.nullable(z.string()),
    estados: z.array(Verificacion),
    /** The stored files, with signed addresses that work for one or two hours. */
    documentos: z.array(z.object({ tipo: z.enum(DOCUMENTOS_QUE_SE_MIRAN), url: z.string() })),
    /** Other maestros with the same CURP. */
    misma_curp: z.array(
      z.object({ id: z.guid(), correo: z.string(), nombre: z.string(), apellido: z.string() }),
    ),
  }),
  callers: 'operador',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
