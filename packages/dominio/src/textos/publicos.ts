/** Shown to the author of a public text with contact data, and the name of each text. */
export const publicos = {
  contacto: (campo: string) => `${campo} no puede llevar teléfonos, correos, enlaces ni redes.`,
  tarjeta: (campo: string) => `${campo} no puede llevar números de tarjeta ni CLABE.`,
  campos: {
    nombre: 'El nombre',
    apellido: 'El apellido',
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
  oficiosDeMas: (max: number) => `Puedes elegir como máximo ${max} oficios.`,
  alcaldiasDeMas: (max: number) => `Puedes elegir como máximo ${max} alcaldías.`,
  oficioInactivo: (oficio: string) => `El oficio ${oficio} ya no está disponible.`,
  alcaldiaInactiva: (alcaldia: string) => `La alcaldía ${alcaldia} ya no está disponible.`,
} as const
