import type { MaestroProfile } from '@maestros/contrato/perfil/maestro-profile'
import type { Resena } from '@maestros/contrato/resenas/resena'
import type { ResenaPropia } from '@maestros/contrato/resenas/resena-propia'
import { MAESTRO } from './people.ts'

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const resena = (number: number, changes: Partial<Resena> = {}): Resena => ({
  id: uuid(number),
  usuario: 'Ana R.',
  puntuacion: 5,
  comentario: `Muy buen trabajo ${number}`,
  trabajo_realizado: true,
  contada: true,
  creado_en: '2026-03-01T18:00:00Z',
  editado_en: null,
  respuesta: null,
  fotos: [],
  ...changes,
})

/** The seeker's own review, as its form reads it. */
export const resenaPropia = (changes: Partial<ResenaPropia> = {}): ResenaPropia => ({
  id: uuid(9),
  puntuacion: 4,
  comentario: 'Arregló la luz en una hora y dejó todo limpio.',
  trabajo_realizado: true,
  fotos: [],
  creado_en: '2026-03-01T18:00:00Z',
  editable_hasta: '2026-03-15T18:00:00Z',
  ...changes,
})

/** A profile whose contact is locked, with one review. */
export const perfil = (changes: Partial<MaestroProfile> = {}): MaestroProfile => ({
  id: MAESTRO,
  nombre: 'Luis',
  apellido: 'P',
  foto_perfil_url: null,
  identidad_verificada: true,
  oficios: ['Plomería'],
  alcaldias: ['Coyoacán'],
  descripcion: 'Trabajo con calma y con cuidado en toda la ciudad.',
  reputacion_nivel: 'nuevo',
  reputacion_chip_label: 'Nuevo',
  perfil_verificado: false,
  ine_verificado: true,
  domicilio_verificado: false,
  curp_verificado: false,
  referencias: [],
  promedio_calificacion: 5,
  cantidad_reseñas: 1,
  numero_trabajos_completados: 1,
  telefono: null,
  reseñas: [resena(1)],
  reseñas_cursor: null,
  distribucion: [0, 0, 0, 0, 1],
  contacto_desbloqueado: false,
  contacto_pedido: false,
  disponible_el: null,
  en_pausa_hasta: null,
  tiempo_respuesta: null,
  ...changes,
})

/** The same maestro after the contact was unlocked. */
export const perfilAbierto = (changes: Partial<MaestroProfile> = {}): MaestroProfile =>
  perfil({
    apellido: 'Pérez',
    telefono: '5512345678',
    contacto_desbloqueado: true,
    contacto_pedido: true,
    ...changes,
  })
