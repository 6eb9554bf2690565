import * as z from 'zod/mini'
import { confirmacion } from '../textos/confirmacion.ts'
import { correo } from './acceso.ts'

/** A code may be pasted with spaces. */
const codigo = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, confirmacion.errores.codigo),
)

export const Confirmacion = z.object({ email: correo, codigo })
export const CorreoPorConfirmar = z.pick(Confirmacion, { email: true })
