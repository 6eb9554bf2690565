import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { DocumentosGuardados, Verificacion } from '../verificacion/verificacion.ts'

/** Each field is null while it is empty. */
export const ReferenciaPropia = z.object({
  nombre_cliente: z.nullable(z.string()),
  descripcion_trabajo: z.nullable(z.string()),
  numero_referencia: z.nullable(z.string()),
})
export type ReferenciaPropia = z.infer<typeof ReferenciaPropia>

/** What a maestro may change of the own profile, as it is stored, and the state of each verification. */
export const MiPerfil = z.object({
  id: z.guid(),
  perfil_completo: z.boolean(),
  nombre: z.string(),
  /** The whole surname and the phone, which others get only after they have unlocked the contact. */
  apellido: z.string(),
  telefono: z.nullable(z.string()),
  foto_perfil_url: z.nullable(z.string()),
  descripcion: z.nullable(z.string()),
  /** Both references in their order, also when one is empty. */
  referencias: z.tuple([ReferenciaPropia, ReferenciaPropia]),
  /** The first is the main one. */
  oficios: z.array(z.string()),
  alcaldias: z.array(z.string()),
  curp: z.nullable(z.string()),
  domicilio: z.nullable(z.string()),
  verificacion: z.array(Verificacion),
  documentos: DocumentosGuardados,
  /** Whether the maestro is listed on the pages that can be read without an account. */
  en_paginas_publicas: z.boolean(),
})
export type MiPerfil = z.infer<typeof MiPerfil>

export const miPerfil = contract({
  name: 'mi-perfil',
  method: 'GET',
  input: z.object({}),
  output: MiPerfil,
  callers: 'maestro',
  errors: ['NOT_FOUND'],
})
