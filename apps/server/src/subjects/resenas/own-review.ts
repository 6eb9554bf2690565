import type { ResenaPropia } from '@maestros/contrato/resenas/resena-propia'
import { editableHasta } from '@maestros/dominio/resenas/formulario'
import type { ResenaRow } from '../../platform/bus/changes.ts'

type Row = Pick<ResenaRow, 'id' | 'puntuacion' | 'comentario' | 'trabajo_realizado' | 'creado_en'>

/** A review as its author edits it. `fotos` are names of objects. */
export const presentOwn = (row: Row, fotos: string[]): ResenaPropia => ({
  id: row.id,
  puntuacion: row.puntuacion,
  comentario: row.comentario,
  trabajo_realizado: row.trabajo_realizado,
  fotos,
  creado_en: row.creado_en,
  editable_hasta: editableHasta(row.creado_en).toISOString(),
})
