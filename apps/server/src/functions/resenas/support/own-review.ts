import type { ResenaPropia } from '@maestros/contrato/funciones/resenas/resena-propia'
import { RESENA_EDITABLE_DIAS } from '@maestros/dominio/limites'
import type { ResenaRow } from '../../../bus/changes.ts'

type Row = Pick<ResenaRow, 'id' | 'puntuacion' | 'comentario' | 'trabajo_realizado' | 'creado_en'>

const DAY_MS = 24 * 60 * 60 * 1000

/** A review as its author edits it. `fotos` are names of objects. */
export const presentOwn = (row: Row, fotos: string[]): ResenaPropia => ({
  id: row.id,
  puntuacion: row.puntuacion,
  comentario: row.comentario,
  trabajo_realizado: row.trabajo_realizado,
  fotos,
  creado_en: row.creado_en,
  editable_hasta: new Date(Date.parse(row.creado_en) + RESENA_EDITABLE_DIAS * DAY_MS).toISOString(),
})
