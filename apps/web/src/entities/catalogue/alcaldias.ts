import { seleccion } from '@maestros/dominio/directorio/textos-de-seleccion'
import * as z from 'zod/mini'
import { catalogueQuery } from './catalogue-query.ts'

const Alcaldia = z.object({ id: z.union([z.string(), z.number()]), nombre: z.string() })

export const alcaldiasQuery = catalogueQuery('alcaldias', Alcaldia, seleccion.alcaldia.error)
