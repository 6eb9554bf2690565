import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import * as z from 'zod/mini'
import { catalogueQuery } from './catalogue-query.ts'

const Oficio = z.object({
  id: z.union([z.string(), z.number()]),
  nombre: z.string(),
  icono: z.nullable(z.string()),
})

export const oficiosQuery = catalogueQuery('oficios', Oficio, seleccion.oficio.error)
