import type { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
import type { PanelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import type { Verificacion } from '@maestros/contrato/verificacion/verificacion'
import { MAESTRO } from './people.ts'

const referencia = { nombre_cliente: null, descripcion_trabajo: null, numero_referencia: null }

/** What a maestro stored of the own profile, which is complete. */
export const miPerfil = (changes: Partial<MiPerfil> = {}): MiPerfil => ({
  id: MAESTRO,
  perfil_completo: true,
  nombre: 'Luis',
  apellido: 'Pérez',
  telefono: '5512345678',
  foto_perfil_url: null,
  descripcion: 'Trabajo con calma y con cuidado en toda la ciudad.',
  referencias: [referencia, referencia],
  oficios: ['Plomería'],
  alcaldias: ['Coyoacán'],
  curp: null,
  domicilio: null,
  verificacion: [],
  documentos: [],
  en_paginas_publicas: true,
  ...changes,
})

const pendientes: Verificacion[] = (['ine', 'domicilio', 'curp'] as const).map((tipo) => ({
  ...{ tipo, estado: 'en_revision', motivo: null, corrige_con: null },
}))

/** The dashboard in the first days, without visits. */
export const panel = (changes: Partial<PanelMaestro> = {}): PanelMaestro => ({
  nombre: 'Luis',
  perfil_completo: true,
  desde: '2026-01-01',
  dias: Array.from({ length: 60 }, (_, at) => ({
    dia: new Date(Date.UTC(2026, 0, 5 + at)).toISOString().slice(0, 10),
    visitas: 0,
    contactos: 0,
  })),
  visitas_ultimos_30_dias: 0,
  contactos_ultimos_30_dias: 0,
  chats_sin_leer: 0,
  verificacion: pendientes,
  documentos: ['ine'],
  tiene_foto: true,
  largo_descripcion: 80,
  referencias: 2,
  oficios: 1,
  alcaldias: 1,
  cantidad_reseñas: 0,
  reputacion: { nivel: 'nuevo', identidad_verificada: false, confirmadas: 0, promedio: 0 },
  disponibilidad: { disponible_el: null, pausa_hasta: null },
  ...changes,
})
