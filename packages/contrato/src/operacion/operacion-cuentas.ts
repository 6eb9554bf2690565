import { MOTIVOS_DE_REPORTE } from '@maestros/dominio/seguridad/reportes'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { Verificacion } from '../verificacion/verificacion.ts'
import { Acto, Cuenta } from './cuenta-y-acto.ts'

const Reportes = z.object({
  total: z.int(),
  abiertos: z.int(),
  ultimos: z.array(
    z.object({
      id: z.int(),
      motivo: z.enum(MOTIVOS_DE_REPORTE),
      creado_en: z.string(),
      cerrado_en: z.nullable(z.string()),
    }),
  ),
})

const BUSQUEDA_MAX = 255

/**
 * The accounts of an e-mail address, an id or a telephone number, which several maestros may have. Nothing is found by a part of one.
 * Each account that is shown is recorded in the audit.
 */
export const operacionCuentas = contract({
  name: 'operacion-cuentas',
  method: 'POST',
  input: z.object({ busqueda: z.string().check(z.trim(), z.minLength(1), z.maxLength(BUSQUEDA_MAX)) }),
  output: z.object({
    cuentas: z.array(
      z.extend(Cuenta, {
        telefono: z.nullable(z.string()),
        creada_en: z.string(),
        confirmada_en: z.nullable(z.string()),
        suspendida_en: z.nullable(z.string()),
        eliminada_en: z.nullable(z.string()),
        /** The person is closing the account. */
        cierre: z.nullable(z.object({ pedido_en: z.string(), borrar_en: z.string() })),
        sesiones: z.int(),
        maestro: z.nullable(z.object({ completo: z.boolean(), estados: z.array(Verificacion) })),
        reportes_enviados: Reportes,
        reportes_recibidos: Reportes,
        /** `abiertos` are the ids of the help requests that are not resolved. */
        tickets: z.object({ total: z.int(), abiertos: z.array(z.guid()) }),
        resenas: z.object({ escritas: z.int(), recibidas: z.int() }),
        /** The newest acts about the account, for operators of the level 'responsable'; null for others. */
        auditoria: z.nullable(z.array(Acto)),
      }),
    ),
  }),
  callers: 'operador',
  errors: ['FORBIDDEN'],
})
