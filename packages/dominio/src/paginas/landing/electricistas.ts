import type { Landing } from '../textos-de-landing.ts'

const electricistas: Landing = {
  quienes: 'electricistas',
  oficio: 'Electricidad',
  titulo: 'Electricista: consigue más trabajos en tu alcaldía',
  entrada:
    'Contactos, cortos, centros de carga, lámparas. Quien necesita un electricista de confianza cerca te encuentra aquí y te escribe.',
  pagina: {
    titulo: 'Trabajo para electricistas en la Ciudad de México',
    descripcion:
      'Electricistas: aparezcan gratis en el directorio de la Ciudad de México, reciban mensajes de personas de su alcaldía y consigan más trabajos sin pagar comisión.',
  },
  trabajos: [
    'Cortos y apagones en casa',
    'Instalación de contactos, apagadores y lámparas',
    'Centros de carga y cableado',
    'Revisión antes de comprar o rentar',
  ],
  testimonio: {
    texto:
      'Antes dependía de que alguien pasara mi número. Ahora me escriben de mi misma alcaldía, veo la foto del problema y llego con el material.',
    autor: 'Electricista en Iztapalapa',
  },
  preguntas: [
    {
      pregunta: '¿Necesito cédula o certificado para registrarme?',
      respuesta:
        'No. Pedimos tu INE, tu CURP, tu domicilio, tu teléfono, una selfie y dos referencias de clientes. Si tienes una certificación, cuéntalo en tu descripción.',
    },
    {
      pregunta: '¿Puedo ofrecer más de un oficio?',
      respuesta:
        'Sí. Eliges tu oficio principal y puedes agregar otros, como aires acondicionados o cámaras.',
    },
  ],
  dibujo: [
    { d: 'M60 8a28 28 0 0 0-16 51c4 3 6 7 6 11h20c0-4 2-8 6-11A28 28 0 0 0 60 8Z', tono: 'tinte' },
    { d: 'M50 74h20v5H50Zm2 8h16l-3 6h-10Z', tono: 'primario' },
    { d: 'M64 20 50 42h9l-4 18 16-24h-9l5-16Z', tono: 'acento' },
  ],
}
export default electricistas
