import { diaCompleto } from '../fechas.ts'
import { NO_LEIDOS_MAX } from '../limites.ts'
import { contar, numero } from '../numeros.ts'
import { comun } from '../textos.ts'
import type { Correccion, DatoVerificable } from '../verificacion/estados.ts'
import { verificacion } from '../verificacion/textos.ts'
import { type Disponibilidad, estadoDe } from './disponibilidad.ts'
import type { Paso } from './panel.ts'

const visitas = (n: number) => contar(n, 'visita', 'visitas')
const solicitudes = (n: number) => contar(n, 'solicitud', 'solicitudes')

/** What is beside the link of a step: its title, why it helps, and the label of the link. */
interface TextoDePaso {
  titulo: string
  texto: string
  accion: string
}

/** The search lists maestros with a verified INE first. The other data do not change the order. */
const PRIMERO_CON_INE = 'Los maestros con la INE verificada aparecen primero en las búsquedas.'
const RECHAZADO: Record<DatoVerificable, string> = {
  ine: `No pudimos verificar tu INE. ${PRIMERO_CON_INE}`,
  domicilio: 'No pudimos verificar tu domicilio, y sin él no se completa la verificación de tu perfil.',
  curp: 'No pudimos verificar tu CURP, y sin ella no se completa la verificación de tu perfil.',
}

const SIN_PERFIL = 'No se encontró tu perfil de maestro.'

/** The dashboard of a maestro. */
export const panel = {
  titulo: 'Dashboard',
  saludo: (nombre: string) => `Hola, ${nombre}`,
  intro: 'Así va tu perfil en los últimos 30 días.',
  cargando: 'Cargando tu dashboard…',
  sinPerfil: SIN_PERFIL,
  /** `aviso` is the toast; the other two are on the screen. */
  sinFicha: {
    aviso: SIN_PERFIL,
    titulo: 'No encontramos tu perfil',
    texto: 'Cierra sesión y vuelve a entrar. Si sigue igual, escríbenos desde Ayuda.',
  },
  fallo: {
    aviso: 'No se pudo cargar la información del usuario.',
    titulo: 'No pudimos cargar tu dashboard',
    texto: comun.sinConexion,
  },
  verPerfil: 'Ver mi perfil',
  verConversaciones: 'Ver conversaciones',
  numero: (n: number) => numero.format(n),
  cifras: {
    visitas: {
      titulo: 'Visitas a tu perfil',
      unidad: visitas,
      columna: 'Visitas',
      tabla: 'Visitas a tu perfil por día',
      vacio: 'Aquí verás, día por día, cuántas personas abren tu perfil. Cada persona cuenta una vez al día.',
    },
    contactos: {
      titulo: 'Solicitudes de contacto',
      unidad: solicitudes,
      columna: 'Solicitudes',
      tabla: 'Solicitudes de tu contacto por día',
      vacio: 'Aquí verás, día por día, cuántas personas piden tu teléfono para trabajar contigo.',
    },
    ventana: 'Últimos 30 días',
    dia: 'Día',
    hoy: 'Hoy',
    mejorDia: (dia: string, cuantas: string) => `Tu mejor día: ${dia}, ${cuantas}.`,
    mas: (n: number, anterior: number) =>
      `${numero.format(n)} más que en los 30 días anteriores (${numero.format(anterior)})`,
    menos: (n: number, anterior: number) =>
      `${numero.format(n)} menos que en los 30 días anteriores (${numero.format(anterior)})`,
    igual: 'Igual que en los 30 días anteriores',
    sinComparar: 'Aún no hay 30 días anteriores para comparar',
  },
  ficha: {
    titulo: 'Tu perfil',
    completo: (porcentaje: number) => `${porcentaje} % completo`,
    verificado: 'Perfil verificado',
    detalle: 'Ver tu verificación',
  },
  disponibilidad: {
    titulo: 'Disponibilidad',
    normal: 'Apareces en las búsquedas.',
    disponible: 'Apareces en las búsquedas con la marca «Disponible hoy» hasta la medianoche.',
    pausa: (hasta: string) =>
      `No apareces en las búsquedas. Vuelves a aparecer el ${diaCompleto(hasta)}. Tus conversaciones siguen abiertas.`,
    /** Of a maestro whose trades or boroughs are all retired. */
    noSeEncuentra:
      'No apareces en las búsquedas: elige en tu perfil al menos un oficio y una alcaldía que sigan disponibles.',
    finDePausa: (hasta: string) => `Tu pausa termina el ${diaCompleto(hasta)}.`,
    interruptor: 'Disponible hoy',
    interruptorAyuda: 'Para quien busca a alguien para hoy mismo. Se apaga a la medianoche.',
    pausar: 'Ponerme en pausa',
    pausarTitulo: 'Ponerte en pausa',
    pausarTexto: 'Sales de las búsquedas hasta el día que elijas. Tus conversaciones siguen abiertas.',
    hasta: 'Vuelvo a aparecer el',
    sugerida: (dias: number) => (dias === 1 ? 'Mañana' : dias === 7 ? 'En 1 semana' : `En ${dias} días`),
    fueraDeRango: 'Elige un día entre mañana y dentro de 90 días.',
    confirmar: 'Ponerme en pausa',
    cancelar: 'Cancelar',
    cambiarFecha: 'Cambiar la fecha',
    terminar: 'Terminar la pausa',
    guardando: 'Guardando…',
    fallo: 'No pudimos guardar tu disponibilidad. Inténtalo de nuevo.',
  },
  sinLeer: {
    titulo: 'Conversaciones',
    ninguna: 'Estás al día: no tienes mensajes sin leer.',
    hay: (n: number) => {
      if (n === 1) return 'Tienes 1 conversación sin leer.'
      return n > NO_LEIDOS_MAX
        ? `Tienes más de ${NO_LEIDOS_MAX} conversaciones sin leer.`
        : `Tienes ${n} conversaciones sin leer.`
    },
  },
  paso: {
    titulo: 'Tu siguiente paso',
    completar: {
      foto: {
        titulo: 'Agrega tu foto',
        texto: 'Las personas abren primero los perfiles con cara.',
        accion: 'Agregar foto',
      },
      descripcion: {
        titulo: 'Cuenta qué haces',
        texto: 'Una buena descripción responde las preguntas antes del primer mensaje.',
        accion: 'Escribir descripción',
      },
      referencias: {
        titulo: 'Completa tus referencias',
        texto:
          'Quienes buscan solo ven las que tienen nombre, trabajo y un teléfono de 8 a 12 dígitos. Dos dan confianza a quien aún no te conoce.',
        accion: 'Completar referencias',
      },
      oficios: {
        titulo: 'Elige tus oficios',
        texto: 'Sin un oficio que siga disponible nadie te encuentra en las búsquedas.',
        accion: 'Elegir oficios',
      },
      alcaldias: {
        titulo: 'Elige tus alcaldías',
        texto: 'Sin una alcaldía que siga disponible nadie te encuentra en las búsquedas.',
        accion: 'Elegir alcaldías',
      },
    },
    ampliar: {
      alcaldias: {
        titulo: 'Agrega otra alcaldía',
        texto: 'Solo elegiste una. Si también trabajas cerca, más personas te encuentran.',
        accion: 'Agregar alcaldías',
      },
      oficios: {
        titulo: 'Agrega otro oficio',
        texto: 'Si también haces otro tipo de trabajos, apareces en más búsquedas.',
        accion: 'Agregar oficios',
      },
      descripcion: {
        titulo: 'Cuenta más de tu trabajo',
        texto: 'Di cuántos años llevas, qué trabajos haces y qué garantía das.',
        accion: 'Ampliar descripción',
      },
    },
    responder: {
      titulo: 'Responde tus mensajes',
      texto: 'Hay personas que esperan tu respuesta. Quien contesta primero suele quedarse con el trabajo.',
      accion: 'Responder',
    },
    corregir: (dato: DatoVerificable, correccion: Correccion) => ({
      titulo: verificacion.pedido[correccion],
      texto: RECHAZADO[dato],
      accion: verificacion.pedido[correccion],
    }),
    enviar: {
      ine: {
        titulo: 'Envía tu INE otra vez',
        texto: `Ya no tenemos su foto y sin ella no podemos verificarte. ${PRIMERO_CON_INE}`,
        accion: verificacion.pedido.ine,
      },
      comprobante: {
        titulo: 'Falta tu comprobante de domicilio',
        texto: 'Sin él no podemos verificar tu domicilio ni completar la verificación de tu perfil.',
        accion: 'Enviar comprobante',
      },
    },
    esperar: {
      titulo: 'Estamos verificando tus datos',
      texto: `No tienes que hacer nada: te avisaremos al terminar. ${PRIMERO_CON_INE}`,
      accion: 'Ver tu verificación',
    },
    resenas: {
      titulo: 'Pide una reseña',
      texto:
        'Al terminar un trabajo, pide a la persona que escriba su reseña: con buenas reseñas apareces antes.',
      accion: 'Ver mis reseñas',
    },
  },
} as const

export function textoDePaso(paso: Paso): TextoDePaso {
  switch (paso.tipo) {
    case 'corregir':
      return panel.paso.corregir(paso.dato, paso.correccion)
    case 'enviar':
      return panel.paso.enviar[paso.correccion]
    case 'completar':
      return panel.paso.completar[paso.parte]
    case 'ampliar':
      return panel.paso.ampliar[paso.parte]
    default:
      return panel.paso[paso.tipo]
  }
}

/** What the card of the availability says. `seEncuentra`: whether the maestro has an active trade and borough. */
export function textoDeDisponibilidad(actual: Disponibilidad, seEncuentra: boolean, ahora: Date): string {
  const textos = panel.disponibilidad
  const estado = estadoDe(actual, ahora)
  const hasta = estado === 'pausa' ? actual.pausa_hasta : null
  if (!seEncuentra)
    return hasta ? `${textos.noSeEncuentra} ${textos.finDePausa(hasta)}` : textos.noSeEncuentra
  if (hasta) return textos.pausa(hasta)
  return estado === 'disponible' ? textos.disponible : textos.normal
}
