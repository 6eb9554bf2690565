import { CURSOR_HEADER, type Tarjeta } from '@maestros/contrato/directorio/maestros'
import { odd, type Row } from '../screen/answers.ts'
import { MAESTRO } from './people.ts'

/** Answers about the directory, with what a test says in the place of the usual values. */

export const tarjeta = (changes: Partial<Tarjeta> = {}): Tarjeta => ({
  id: MAESTRO,
  nombre: 'Luis',
  apellido: 'P',
  foto_perfil_url: null,
  identidad_verificada: true,
  oficio_principal: 'Plomería',
  promedio_calificacion: 4.5,
  cantidad_reseñas: 8,
  reputacion_nivel: 'confianza_comprobada',
  reputacion_chip_label: 'Confianza comprobada',
  numero_trabajos_completados: 6,
  telefono: null,
  alcaldia: 'Coyoacán',
  disponible_el: null,
  tiempo_respuesta: null,
  ...changes,
})

export const alcaldias = (...nombres: string[]): Row<'alcaldias_disponibles'>[] =>
  nombres.map((nombre, at) => ({ id: at + 1, nombre, activo: true }))

export const oficios = (...nombres: string[]): Row<'oficios_disponibles'>[] =>
  nombres.map((nombre, at) => ({ id: at + 1, nombre, activo: true, icono: null }))

/** This many different cards. */
export const tarjetas = (count: number, from = 0): Tarjeta[] =>
  Array.from({ length: count }, (_, at) =>
    tarjeta({
      id: `00000000-0000-4000-8000-${String(from + at).padStart(12, '0')}`,
      nombre: `Luis${from + at}`,
    }),
  )

/** A page of a search, with the headers that its answer has. */
export const pagina = (found: Tarjeta[], total = found.length, cursor?: string) =>
  odd(200, found, {
    'content-range': found.length > 0 ? `0-${found.length - 1}/${total}` : `*/${total}`,
    ...(cursor && { [CURSOR_HEADER]: cursor }),
  })

/** Borough and trade as the person has chosen them before. */
export function choose(alcaldia = 'Coyoacán', oficio?: string) {
  localStorage.setItem('alcaldiaSeleccionada', alcaldia)
  if (oficio) localStorage.setItem('oficioSeleccionado', oficio)
}
