/** The pages that invite maestros of one trade. Each file of the folder landing/ is one page; its name is the address. */

export type Landing = {
  /** What the people of this trade are called, for example 'electricistas'. */
  quienes: string
  /** The name of the trade in the catalogue. */
  oficio: string
  titulo: string
  entrada: string
  /** For search engines and link previews. */
  pagina: { titulo: string; descripcion: string }
  trabajos: readonly string[]
  testimonio: { texto: string; autor: string }
  preguntas: readonly { pregunta: string; respuesta: string }[]
  /** The drawing of the trade: paths on a field of 120 by 96. */
  dibujo: readonly { d: string; tono: 'primario' | 'tinte' | 'acento' }[]
}

export const landing = {
  registrarme: 'Registrarme gratis',
  yaTengo: 'Ya tengo cuenta',
  pasos: {
    titulo: 'Cómo funciona',
    lista: [
      {
        titulo: 'Regístrate gratis',
        texto:
          'Crea tu cuenta y completa tu perfil desde el celular: tu oficio, tus alcaldías y tu experiencia. Ten a la mano tu INE, tu CURP, tu domicilio, tu teléfono y dos referencias de clientes.',
      },
      {
        titulo: 'Recibe mensajes de personas de tu alcaldía',
        texto:
          'Quien necesita tu oficio cerca de donde trabajas encuentra tu perfil y te escribe por el chat.',
      },
      {
        titulo: 'Consigue más trabajos sin comisión',
        texto: 'Tú acuerdas el precio y cobras completo. Nosotros no tocamos tu dinero.',
      },
    ],
  },
  beneficios: {
    titulo: 'Lo que ganas',
    lista: [
      {
        titulo: 'Los clientes te encuentran por oficio y delegación',
        texto: 'Apareces en las búsquedas de las alcaldías donde trabajas, no en las demás.',
      },
      {
        titulo: 'Chat seguro dentro de la plataforma',
        texto: 'Hablas del trabajo y mandas fotos sin dar tu número.',
      },
      {
        titulo: 'Tus datos se muestran solo cuando el cliente los pide',
        texto: 'Tu teléfono queda guardado hasta que alguien lo pide con un motivo, y tú ves cuál.',
      },
      {
        titulo: 'Reputación y reseñas',
        texto: 'Cada trabajo bien hecho se nota: tus reseñas y tu nivel te ponen más arriba en la lista.',
      },
      {
        titulo: '100% gratis en esta etapa inicial',
        texto: 'Sin mensualidad y sin comisión por trabajo.',
      },
    ],
  },
  trabajos: 'Lo que la gente busca',
  testimonio: 'Lo que cuentan los maestros',
  preguntas: 'Preguntas frecuentes',
  cierre: {
    titulo: 'Los primeros en registrarse tienen más visibilidad',
    texto:
      'El directorio está empezando en tu alcaldía: quien llega antes reúne antes sus reseñas y aparece más arriba.',
  },
  aviso:
    'Maestros CDMX es únicamente un directorio: no intermedia trabajos ni pagos. Gratis y sin comisión en esta etapa inicial.',
  otros: '¿Ofreces un oficio?',
} as const
