import { seleccion } from '@maestros/dominio/textos/seleccion'
import * as z from 'zod/mini'
import { catalogueQuery } from './catalogue-query.ts'

export const alcaldiasQuery = catalogueQuery({
  name: 'alcaldias',
  columns: 'id, nombre',
  row: z.object({ id: z.union([z.string(), z.number()]), nombre: z.string() }),
  aviso: seleccion.alcaldia.error,
})
