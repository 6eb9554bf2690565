import { contar, numero } from '../numeros.ts'

/** The public pages of each trade and borough, which the server renders without a script. */

/** A trade inside a sentence: 'maestros de plomería'. */
const enFrase = (oficio: string) => oficio.toLocaleLowerCase('es')
const maestrosDe = (total: number, oficio: string) =>
  `${contar(total, 'maestro', 'maestros')} de ${enFrase(oficio)}`
const escribe = (total?: number) => (total === 1 ? 'escríbele' : 'escríbeles')

export const paginasDeBusqueda = {
  ruta: 'Dónde estás',
  todos: 'Maestros',
  yaTengo: 'Ya tengo cuenta',
  preguntas: 'Preguntas frecuentes',
  numero: (cantidad: number) => numero.format(cantidad),

  indice: {
    pagina: 'Maestros de oficio en la Ciudad de México, por alcaldía',
    descripcion:
      'Plomería, electricidad, albañilería y más: encuentra maestros con reseñas en cada alcaldía de la Ciudad de México. Gratis y sin comisión.',
    titulo: 'Maestros de oficio en la Ciudad de México',
    entrada:
      'Elige qué necesitas resolver y mira quién trabaja en tu alcaldía. Buscar y escribirles es gratis.',
    grupo: 'Elige un oficio',
    alcaldias: (cuantas: number) => (cuantas === 0 ? 'pronto' : contar(cuantas, 'alcaldía', 'alcaldías')),
  },

  oficio: {
    pagina: (oficio: string) => `${oficio} en la Ciudad de México: maestros por alcaldía`,
    descripcion: (oficio: string, cuantas: number) =>
      cuantas === 0
        ? `Todavía no hay maestros de ${enFrase(oficio)} en la Ciudad de México. Regístrate gratis y te avisamos cuando haya.`
        : `Maestros de ${enFrase(oficio)} en ${contar(cuantas, 'alcaldía', 'alcaldías')} de la Ciudad de México, con reseñas de clientes. Gratis y sin comisión.`,
    titulo: (oficio: string) => `${oficio} en la Ciudad de México`,
    entrada: (oficio: string, cuantas: number) =>
      cuantas === 0
        ? `Todavía no hay maestros de ${enFrase(oficio)}. Regístrate gratis y pide que te avisemos cuando llegue alguien a tu alcaldía.`
        : `Hay maestros de ${enFrase(oficio)} en ${contar(cuantas, 'alcaldía', 'alcaldías')}. Elige la tuya para ver quiénes son.`,
    grupo: 'Elige tu alcaldía',
    otros: 'Otros oficios',
  },

  par: {
    pagina: (oficio: string, alcaldia: string, total: number) =>
      total === 0
        ? `${oficio} en ${alcaldia}`
        : `${oficio} en ${alcaldia}: ${contar(total, 'maestro', 'maestros')}`,
    descripcion: (oficio: string, alcaldia: string, total: number, verificados: number) =>
      total === 0
        ? `Todavía no hay maestros de ${enFrase(oficio)} en ${alcaldia}. Regístrate gratis y te avisamos cuando haya alguien.`
        : `${maestrosDe(total, oficio)} en ${alcaldia}${verificados === 0 ? '' : `, ${numero.format(verificados)} con identidad verificada`}. Compara niveles y reseñas y ${escribe(total)} por chat. Gratis y sin comisión.`,
    titulo: (oficio: string, alcaldia: string) => `${oficio} en ${alcaldia}`,
    entrada: (oficio: string, alcaldia: string, total: number) =>
      total === 0
        ? `Todavía no hay maestros de ${enFrase(oficio)} en ${alcaldia}. Regístrate gratis y te mandamos un correo cuando aparezca alguien.`
        : `${maestrosDe(total, oficio)} ${total === 1 ? 'trabaja' : 'trabajan'} en ${alcaldia}. Compara niveles y reseñas, y ${escribe(total)} por chat.`,
    vecinas: (oficio: string) => `${oficio} en alcaldías vecinas`,
    otros: (alcaldia: string) => `Otros oficios en ${alcaldia}`,
    todas: (oficio: string) => `${oficio} en todas las alcaldías`,
  },

  boton: {
    escribir: (total?: number) => `Regístrate gratis y ${escribe(total)}`,
    avisame: 'Avísame cuando haya alguien',
  },

  cifras: {
    titulo: 'Cómo son',
    maestros: (total: number) => (total === 1 ? 'maestro' : 'maestros'),
    verificados: 'con identidad verificada',
    disponibles: (total: number) => (total === 1 ? 'disponible hoy' : 'disponibles hoy'),
    niveles: 'Por nivel',
    calificaciones: 'Por calificación',
    desde45: '4.5 estrellas o más',
    desde4: 'De 4 a 4.4 estrellas',
    menos: 'Menos de 4 estrellas',
    sinResenas: 'Todavía sin reseñas',
  },

  lista: {
    titulo: (oficio: string, alcaldia: string) => `Maestros de ${enFrase(oficio)} en ${alcaldia}`,
    verificado: 'Verificado',
    disponible: 'Disponible hoy',
    de5: 'de 5',
    resenas: (cantidad: number) => contar(cantidad, 'reseña', 'reseñas'),
    sinResenas: 'Todavía sin reseñas',
    trabajos: (cantidad: number) => contar(cantidad, 'trabajo completado', 'trabajos completados'),
    nota: 'Aquí se ve el nombre y la inicial. El teléfono lo ve solo quien tiene cuenta y lo pide con un motivo.',
    resto: (cuantos: number) =>
      cuantos === 1
        ? 'Y 1 maestro más: regístrate gratis para verlo.'
        : `Y ${numero.format(cuantos)} maestros más: regístrate gratis para verlos a todos.`,
  },

  enlace: {
    maestros: (total: number) => (total === 0 ? 'pronto' : contar(total, 'maestro', 'maestros')),
  },

  faq: {
    cuantos: (oficio: string, alcaldia: string, total: number, verificados: number) => ({
      pregunta: `¿Cuántos maestros de ${enFrase(oficio)} hay en ${alcaldia}?`,
      respuesta:
        total === 0
          ? `Por ahora ninguno. Con una cuenta gratis puedes pedir que te avisemos por correo cuando aparezca el primero, y mientras tanto buscar en las alcaldías vecinas.`
          : `Hoy ${total === 1 ? 'hay 1' : `hay ${numero.format(total)}`}${verificados === 0 ? '.' : `, y ${verificados === 1 ? '1 tiene' : `${numero.format(verificados)} tienen`} la identidad verificada.`}`,
    }),
    costo: {
      pregunta: '¿Cuánto cuesta usar Maestros CDMX?',
      respuesta:
        'Nada: buscar, escribir y pedir un teléfono es gratis en esta etapa inicial, y no cobramos comisión. El precio del trabajo lo acuerdas tú con el maestro.',
    },
    confianza: {
      pregunta: '¿Cómo sé en quién confiar?',
      respuesta:
        'La marca «Verificado» dice que revisamos su identificación oficial. Las reseñas son de personas que hablaron con el maestro por el chat, y el nivel sube con los trabajos que sus clientes confirman.',
    },
    contacto: {
      pregunta: '¿Cómo hablo con un maestro?',
      respuesta:
        'Crea una cuenta gratis, elige a alguien y escríbele por el chat: puedes mandar fotos de lo que necesitas. Si prefieres llamarle, di para qué y te mostramos su teléfono.',
    },
    directorio: {
      pregunta: '¿Ustedes hacen el trabajo?',
      respuesta:
        'No. Somos un directorio: no intermediamos trabajos ni pagos. El acuerdo es entre tú y el maestro.',
    },
  },

  cierre: {
    titulo: 'Empieza a resolverlo hoy',
    texto: 'Tu cuenta es gratis y te toma un minuto.',
    /** On the page of a trade in a borough. The links of the other pages name no search. */
    conBusqueda: 'Tu cuenta es gratis y te toma un minuto. Guardamos lo que estabas buscando.',
  },

  /** The setting in the own profile of a maestro. */
  ajuste: {
    titulo: 'Páginas públicas',
    interruptor: 'Aparecer en las páginas públicas',
    si: 'Tu nombre con inicial, nivel, calificación y marcas se ven en las páginas de tus oficios y alcaldías, sin iniciar sesión y desde buscadores como Google. Tu teléfono, tu apellido y tu foto no.',
    no: 'No apareces en las páginas que se ven sin iniciar sesión. Quienes tienen cuenta te siguen encontrando en las búsquedas.',
    plazo: 'El cambio se nota en menos de dos minutos; los buscadores pueden tardar algunos días.',
    ver: 'Ver las páginas públicas',
    fallo: 'No pudimos guardar el cambio. Inténtalo de nuevo.',
  },
} as const
