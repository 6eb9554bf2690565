import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import type { Sql } from '../../../platform/db/pool.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { accountId, type Of, operatorId, type Result } from './acts.ts'
import { OperatorError } from './connect.ts'
import { quoted, timeOf } from './lists.ts'

/** Reviews and their photos: what operators read and remove. */

interface Review {
  id: string
  autor: string | null
  puntuacion: number
  comentario: string
  respuesta: string | null
  oculta: boolean
  fotos: string[]
  creado_en: Date
}

export async function reviews(
  sql: Sql,
  { siteUrl }: Config,
  { account, limit }: Of<'reviews'>,
): Promise<Result> {
  const maestro = await accountId(sql, account)
  const known = await sql`select from public.maestros where id = ${maestro.id}`
  if (known.length === 0) throw new OperatorError(textos.errores.maestro)
  const found = await sql<Review[]>`
    select r.id, u.email as autor, r.puntuacion, r.comentario, r.respuesta, r.oculta,
      interno.direcciones_de_fotos(r.id) as fotos, r.creado_en
    from public.resenas r left join auth.users u on u.id = r.buscador_id
    where r.maestro_id = ${maestro.id} order by r.creado_en desc, r.id limit ${limit}`
  const rows = found.map((row) => ({ ...row, fotos: row.fotos.map((address) => `${siteUrl}${address}`) }))
  return { json: rows, lines: rows.length === 0 ? [textos.sinResenas] : rows.flatMap(reviewLines) }
}

const reviewLines = (review: Review): string[] => [
  `${timeOf(review.creado_en)}  ${review.id}  ${review.autor ?? textos.cuentaBorrada}  ${'★'.repeat(review.puntuacion)}` +
    (review.oculta ? `  (${textos.oculta})` : ''),
  ...quoted(review.comentario),
  ...(review.respuesta ?? '').split('\n').flatMap((line) => (line === '' ? [] : [`    > ${line}`])),
  ...review.fotos.map((address) => `    ${address}`),
]

export async function removeReview(sql: Sql, { review, motivo, as }: Of<'remove-review'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  const [row] = await sql<{ removed: boolean }[]>`
    select interno.retirar_resena(${operator}, ${review}, ${motivo}) as removed`
  if (!row?.removed) throw new OperatorError(textos.errores.resena)
  return { json: { resena: review }, lines: [textos.resenaRetirada] }
}

export async function removePhoto(sql: Sql, { photo, motivo, as }: Of<'remove-photo'>): Promise<Result> {
  const operator = await operatorId(sql, as)
  const [row] = await sql<{ removed: boolean }[]>`
    select interno.retirar_foto(${operator}, ${photo}, ${motivo}) as removed`
  if (!row?.removed) throw new OperatorError(textos.errores.foto)
  return { json: { foto: photo }, lines: [textos.fotoRetirada] }
}
