import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/** The documents that operators look at besides the front of the INE. */
const DOCUMENTOS = ['ine_reverso', 'comprobante_domicilio'] as const
export type Documento = (typeof DOCUMENTOS)[number]

const EnviarDocumentoInput = z.object({
  tipo: z.enum(DOCUMENTOS),
  /** The name of the uploaded object in chat-media. */
  objeto: z.string().check(z.minLength(1), z.maxLength(200)),
})

export const enviarDocumento = contract({
  name: 'enviar-documento',
  method: 'POST',
  input: EnviarDocumentoInput,
  output: Hecho,
  callers: 'maestro',
  errors: ['NOT_FOUND'],
})
