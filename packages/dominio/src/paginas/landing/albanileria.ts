import type { Landing } from '../textos-de-landing.ts'

const albanileria: Landing = {
  quienes: 'albañiles',
  oficio: 'Albañilería',
  titulo: 'Albañil: consigue más obra en tu alcaldía',
  entrada:
    'Muros, pisos, aplanados, impermeabilización. Quien busca un albañil de confianza cerca te encuentra aquí y te escribe.',
  pagina: {
    titulo: 'Trabajo para albañiles en la Ciudad de México',
    descripcion:
      'Albañiles: aparezcan gratis en el directorio de la Ciudad de México, reciban mensajes de personas de su alcaldía y consigan más obra de albañilería sin pagar comisión.',
  },
  trabajos: [
    'Remodelación de baño o cocina',
    'Pisos, azulejo y aplanados',
    'Bardas, muros y castillos',
    'Humedad y goteras',
  ],
  testimonio: {
    texto:
      'Lo que más me sirve son las reseñas: el cliente ya llega con confianza, porque leyó lo que dijeron los de antes.',
    autor: 'Albañil en Gustavo A. Madero',
  },
  preguntas: [
    {
      pregunta: '¿Puedo registrarme si trabajo con una cuadrilla?',
      respuesta:
        'Sí. El perfil es tuyo, con tu identidad verificada, y en la descripción puedes contar con cuánta gente trabajas.',
    },
    {
      pregunta: '¿Cómo sé que un mensaje es de una persona real?',
      respuesta:
        'Cada cliente tiene cuenta con su correo confirmado. Si alguien se porta mal, puedes reportarlo y bloquearlo.',
    },
  ],
  dibujo: [
    {
      d: 'M10 54h30v14H10Zm34 0h34v14H44Zm38 0h28v14H82ZM10 72h16v14H10Zm20 0h34v14H30Zm38 0h42v14H68Z',
      tono: 'tinte',
    },
    { d: 'M10 36h16v14H10Zm20 0h34v14H30Z', tono: 'primario' },
    { d: 'M70 44 98 16l8 8-28 28Zm32-32 4-4a6 6 0 0 1 8 8l-4 4ZM60 50l8-4 8 8-4 8Z', tono: 'acento' },
  ],
}
export default albanileria
