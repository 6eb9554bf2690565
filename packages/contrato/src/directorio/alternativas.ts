import { AVISOS_POR_BUSCADOR } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'
import { NOMBRE_BUSCADO_MAX } from './maestros.ts'

const Nombre = z.string().check(z.minLength(1), z.maxLength(NOMBRE_BUSCADO_MAX))

const AlternativasInput = z.object({ alcaldia: Nombre, oficio: Nombre })

/** A search of which the seeker wants to be told when it finds somebody. */
export const Aviso = z.object({ alcaldia: z.string(), oficio: z.string() })
export type Aviso = z.infer<typeof Aviso>

export const Alternativas = z.object({
  /** The neighbouring boroughs that have maestros of the trade, most maestros first. */
  cercanas: z.array(z.object({ alcaldia: z.string(), total: z.int().check(z.gte(1)) })),
  /** The alerts of a seeker who is signed in, the newest first. Empty for everyone else. */
  avisos: z.array(Aviso).check(z.maxLength(AVISOS_POR_BUSCADOR)),
})
export type Alternativas = z.infer<typeof Alternativas>

/** What a search without results offers. */
export const alternativas = contract({
  name: 'alternativas',
  method: 'GET',
  input: AlternativasInput,
  output: Alternativas,
  callers: 'public',
  errors: [],
})
