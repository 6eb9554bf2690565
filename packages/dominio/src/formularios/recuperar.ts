import * as z from 'zod/mini'
import { CONTRASENA_MIN } from '../limites.ts'
import { restablecer } from '../textos/recuperar.ts'
import { correo } from './acceso.ts'

export const Recuperar = z.object({ email: correo })

export const Restablecer = z
  .object({
    password: z.string().check(z.minLength(CONTRASENA_MIN, restablecer.errores.corta)),
    confirmacion: z.string(),
  })
  .check(
    z.refine(({ password, confirmacion }) => password === confirmacion, {
      path: ['confirmacion'],
      error: restablecer.errores.noCoinciden,
    }),
  )
