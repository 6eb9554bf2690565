/** The fields of a maestro's two references, in the onboarding and in the own profile. */
export const camposDeReferencia = {
  referencia: (numero: 1 | 2) => `Referencia #${numero}`,
  nombre_cliente: 'Nombre del cliente',
  descripcion_trabajo: 'Qué trabajo hiciste',
  numero_referencia: 'Teléfono del cliente',
  numeroAyuda: 'Solo dígitos, de 8 a 12.',
} as const
