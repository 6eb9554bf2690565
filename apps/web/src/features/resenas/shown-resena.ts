/** A review as the list shows it. Only the first three fields of the specification are always there. */
export type ShownResena = {
  id: string
  usuario: string
  puntuacion: number
  comentario: string
  creado_en: string | null
  editado_en: string | null
  respuesta: string | null
  trabajo_realizado: boolean | null
  /** Whether it counts for the average. */
  contada: boolean
  /** Addresses. */
  fotos: string[]
}
