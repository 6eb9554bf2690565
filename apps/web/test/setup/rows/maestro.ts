import type { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
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
