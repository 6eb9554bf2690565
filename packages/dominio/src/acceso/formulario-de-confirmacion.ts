import * as z from 'zod/mini'
import { correo } from './formulario-de-entrada.ts'
import { confirmacion } from './textos-de-confirmacion.ts'

/** A code may be pasted with spaces. */
const codigo = z.string().check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, confirmacion.errores.codigo),
)

export const Confirmacion = z.object({ email: correo, codigo })
export const CorreoPorConfirmar = z.pick(Confirmacion, { email: true })
