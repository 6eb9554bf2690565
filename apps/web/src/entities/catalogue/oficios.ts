import { seleccion } from '@maestros/dominio/textos/seleccion'
import * as z from 'zod/mini'
import { catalogueQuery } from './catalogue-query.ts'

export const oficiosQuery = catalogueQuery({
  name: 'oficios',
  columns: 'id, nombre, icono',
  row: z.object({
    id: z.union([z.string(), z.number()]),
    nombre: z.string(),
    icono: z.nullable(z.string()),
  }),
  aviso: seleccion.oficio.error,
})
