import type { Tarjeta } from '@maestros/contrato/directorio/maestros'
import type { Row } from '../screen/answers.ts'
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
