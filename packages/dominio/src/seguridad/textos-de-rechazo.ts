import { nombres } from '../textos-de-nombres.ts'

/** Shown to the author of a public text with contact data, and the name of each text. */
export const publicos = {
  signos: nombres.signos,
  contacto: (campo: string) => `${campo} no puede llevar teléfonos, correos, enlaces ni redes.`,
  tarjeta: (campo: string) => `${campo} no puede llevar números de tarjeta ni CLABE.`,
  campos: {
    ...nombres.campos,
    descripcion: 'La descripción',
    cliente: (referencia: 1 | 2) => `El nombre del cliente de la referencia ${referencia}`,
    trabajo: (referencia: 1 | 2) => `La descripción del trabajo de la referencia ${referencia}`,
    comentario: 'La reseña',
    respuesta: 'La respuesta',
    motivo: 'El motivo',
  },
} as const

/** Shown to a maestro when the documents or choices of a profile are refused. The database raises them. */
export const fichaRechazada = {
  foto: 'La foto de perfil debe ser una imagen que hayas subido aquí.',
  ine: 'El documento de identidad debe ser una imagen que hayas subido aquí.',
  /** Of a complete profile: its maestro changes these and does not empty them. */
  vacio: {
    nombre: 'Tu nombre no puede quedar vacío.',
    apellido: 'Tu apellido no puede quedar vacío.',
    telefono: 'Tu teléfono no puede quedar vacío.',
    descripcion: 'Tu descripción no puede quedar vacía.',
    foto_perfil_url: 'Tu foto de perfil no se puede quitar. Puedes cambiarla por otra.',
    ine_url: 'Tu INE no se puede quitar. Puedes enviar otra foto.',
    curp: 'Tu CURP no puede quedar vacía.',
    domicilio: 'Tu domicilio no puede quedar vacío.',
    terminos_aceptados:
      'Ya aceptaste los términos y no se pueden retirar. Si quieres dejar de usar tu cuenta, ciérrala en «Mis datos».',
  },
  oficiosDeMas: (max: number) => `Puedes elegir como máximo ${max} oficios.`,
  alcaldiasDeMas: (max: number) => `Puedes elegir como máximo ${max} alcaldías.`,
  oficioInactivo: (oficio: string) => `El oficio ${oficio} ya no está disponible.`,
  alcaldiaInactiva: (alcaldia: string) => `La alcaldía ${alcaldia} ya no está disponible.`,
} as const
