import type { PasosGuardados } from '@maestros/contrato/onboarding/onboarding-borrador'
import type { Person } from '../screen/app.tsx'
import { NUEVO } from './people.ts'

/** Someone else for each test, because pictures that wait for their upload are stored in the browser. */
export const newcomer = (): Person => ({ ...NUEVO, id: crypto.randomUUID() })

const referencia = (nombre_cliente: string) => ({
  version: 1,
  valor: {
    nombre_cliente,
    descripcion_trabajo: 'Cambio de tuberías del baño',
    numero_referencia: '5511112222',
  },
})

/** A draft that lacks nothing. */
export const pasosCompletos = ({ id }: Person): PasosGuardados => ({
  datos: { version: 1, valor: { nombre: 'Nuria', apellido: 'Nava', telefono: '5512345678' } },
  oficios: { version: 1, valor: ['Plomería'] },
  alcaldias: { version: 1, valor: ['Tlalpan', 'Coyoacán'] },
  selfie: { version: 1, valor: `profile-photos/${id}/1700000000000.jpg` },
  descripcion: {
    version: 1,
    valor: 'Arreglo fugas, cambio llaves y reviso instalaciones con garantía por escrito.',
  },
  referencia1: referencia('Rosa Martínez'),
  referencia2: referencia('Jorge Salas'),
  curp: { version: 1, valor: 'HEGG560427MVZRRL04' },
  domicilio: { version: 1, valor: 'Calle Hidalgo 12, colonia Centro' },
  ine: { version: 1, valor: `ine_${id}_1700000000000.jpg` },
})
