/** The public pages with the legal texts. */
export const legal = {
  terminos: {
    titulo: 'Términos y condiciones',
    descripcion:
      'Qué es Maestros CDMX y qué no es, y las reglas para buscadores y maestros: cuenta, contacto, reseñas, verificación, suspensión y ley aplicable.',
    entrada:
      'Maestros CDMX es únicamente un directorio: no es un intermediario ni un mercado en línea. Hay un texto para cada tipo de cuenta.',
    indice: 'En esta página',
  },
  privacidad: {
    titulo: 'Acuerdo de privacidad',
    descripcion:
      'Qué datos personales trata Maestros CDMX, para qué, quién los ve y cómo ejercer tus derechos de acceso, rectificación, cancelación y oposición.',
  },
} as const
