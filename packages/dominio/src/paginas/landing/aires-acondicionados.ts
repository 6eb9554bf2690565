import type { Landing } from '../textos-de-landing.ts'

const airesAcondicionados: Landing = {
  quienes: 'técnicos en aire acondicionado',
  oficio: 'Aire acondicionado',
  titulo: 'Técnico en aire acondicionado: consigue más servicios en tu alcaldía',
  entrada:
    'Minisplits, mantenimiento, carga de gas, instalación. Quien necesita un técnico de confianza cerca te encuentra aquí y te escribe.',
  pagina: {
    titulo: 'Trabajo para técnicos en aires acondicionados en la Ciudad de México',
    descripcion:
      'Técnicos en aires acondicionados: aparezcan gratis en el directorio de la Ciudad de México, reciban mensajes de personas de su alcaldía y consigan más servicios sin pagar comisión.',
  },
  trabajos: [
    'Instalación de minisplit',
    'Mantenimiento y limpieza',
    'Equipos que no enfrían o gotean',
    'Carga de gas y cambio de tarjeta',
  ],
  testimonio: {
    texto:
      'En temporada de calor no me alcanzaba el día y el resto del año no sonaba el teléfono. Con el directorio me llegan mantenimientos todo el año, y cerca.',
    autor: 'Técnico en aire acondicionado en Benito Juárez',
  },
  preguntas: [
    {
      pregunta: '¿Tengo que trabajar en toda la ciudad?',
      respuesta:
        'No. Tú eliges tus alcaldías y solo apareces en esas búsquedas. Puedes cambiarlas cuando quieras.',
    },
    {
      pregunta: '¿Quién fija el precio del servicio?',
      respuesta: 'Tú, directamente con tu cliente. Maestros CDMX no interviene en el precio ni en el pago.',
    },
  ],
  dibujo: [
    { d: 'M18 18h84a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H18a6 6 0 0 1-6-6V24a6 6 0 0 1 6-6Z', tono: 'tinte' },
    { d: 'M24 40h72v5H24Zm62-14h10v5H86Z', tono: 'primario' },
    {
      d: 'M36 60c6 5-6 9 0 14s-6 9 0 14h5c-6-5 6-9 0-14s6-9 0-14Zm42 0c6 5-6 9 0 14s-6 9 0 14h5c-6-5 6-9 0-14s6-9 0-14Z',
      tono: 'primario',
    },
    { d: 'M57 58h6v9l7-4 3 5-7 4 7 4-3 5-7-4v9h-6v-9l-7 4-3-5 7-4-7-4 3-5 7 4Z', tono: 'acento' },
  ],
}
export default airesAcondicionados
