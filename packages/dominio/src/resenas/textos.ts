import { RESENA_COMENTARIO, RESENA_EDITABLE_DIAS, RESENA_FOTOS_MAX, RESPUESTA_MAX } from '../limites.ts'
import { contar, numero } from '../numeros.ts'
import { ETIQUETAS, type Progreso } from './reputacion.ts'

const resenasEnTotal = (n: number) => contar(n, 'reseña', 'reseñas')
const estrellas = (n: number) => (n === 1 ? '1 estrella' : `${n} estrellas`)

/** Writing, editing, answering and reading reviews. */
export const resenas = {
  boton: { escribir: 'Escribir una reseña', editar: 'Editar tu reseña', ver: 'Ver tu reseña' },
  /** Why a review cannot be written or edited. */
  impedimentos: {
    sin_maestro: 'Este maestro ya no está en el directorio, así que no se puede escribir sobre su trabajo.',
    sin_acceso: 'Para escribir una reseña, primero pide los datos de contacto del maestro.',
    sin_mensaje: 'Para escribir una reseña, primero escríbele al maestro en el chat.',
    sin_respuesta: 'Podrás escribir tu reseña cuando el maestro te haya contestado en el chat.',
    vencida: `Las reseñas se pueden editar durante ${RESENA_EDITABLE_DIAS} días. La tuya ya quedó como está.`,
  },
  errores: {
    puntuacion: 'Elige de 1 a 5 estrellas.',
    trabajo: 'Dinos si se realizó el trabajo.',
    corta: `Cuéntanos un poco más: al menos ${RESENA_COMENTARIO.min} caracteres.`,
    larga: `La reseña puede tener como máximo ${numero.format(RESENA_COMENTARIO.max)} caracteres.`,
    fotos: `Puedes agregar como máximo ${RESENA_FOTOS_MAX} fotos.`,
    // Raised by the database. Tests compare each answered sentence with these texts.
    fotosAjenas: 'Las fotos deben ser imágenes que hayas subido aquí.',
    fotoRepetida: 'Esa foto ya está en otra reseña.',
    respuestaVacia: 'Escribe tu respuesta.',
    respuestaLarga: `La respuesta puede tener como máximo ${numero.format(RESPUESTA_MAX)} caracteres.`,
    yaRespondida: 'Ya respondiste esta reseña. La respuesta no se puede cambiar.',
    noEncontrada: 'Esta reseña ya no está.',
  },
  dialogo: {
    escribir: (nombre: string) => `Tu reseña de ${nombre}`,
    texto: 'La verán todas las personas que abran el perfil, con tu nombre y la inicial de tu apellido.',
    estrellas: '¿Cómo te fue?',
    estrella: estrellas,
    nombres: ['Muy mal', 'Mal', 'Regular', 'Bien', 'Muy bien'],
    trabajo: '¿Se realizó el trabajo?',
    si: 'Sí, se realizó',
    no: 'No se realizó',
    comentario: 'Cuenta cómo fue',
    ayuda: 'Puntualidad, trato, calidad, precio. Sin teléfonos, correos ni enlaces.',
    publicar: 'Publicar reseña',
    guardar: 'Guardar cambios',
    guardando: 'Guardando…',
    ahoraNo: 'Ahora no',
    cancelar: 'Cancelar',
    cerrar: 'Cerrar',
    irAlChat: 'Ir al chat',
    cargando: 'Cargando tu reseña…',
    falloAlCargar: 'No pudimos abrir tu reseña. Inténtalo de nuevo.',
    reintentar: 'Reintentar',
    fallo: 'No pudimos guardar tu reseña. Lo que escribiste sigue aquí: inténtalo de nuevo.',
    /** In a toast, when the dialog was closed before. */
    falloAlCerrar:
      'No pudimos guardar tu reseña. Lo que escribiste sigue en el formulario: inténtalo de nuevo.',
    publicada: 'Gracias. Tu reseña ya está publicada.',
    guardada: 'Tu reseña quedó actualizada.',
    editableHasta: (fecha: string) => `Puedes editarla hasta el ${fecha}.`,
  },
  fotos: {
    titulo: 'Fotos del trabajo (opcional)',
    ayuda: `Hasta ${RESENA_FOTOS_MAX}. Son públicas: cuida que no se vean personas ni tu dirección.`,
    agregar: 'Agregar foto',
    quitar: (n: number) => `Quitar la foto ${n}`,
    foto: (n: number) => `Foto ${n} del trabajo`,
    abrir: (n: number, de: string) => `Foto ${n} del trabajo, de ${de}: abrir en grande`,
    subiendo: (n: number) => `Subiendo la foto ${n}…`,
    fallo: 'No se subió',
    reintentar: (n: number) => `Volver a subir la foto ${n}`,
    esperar: 'Espera a que terminen de subir las fotos.',
    pendiente: 'Una foto no se subió. Vuelve a subirla o quítala.',
    /** In a toast, when the form is closed. */
    noGuardada: 'Una foto de tu reseña no se subió y no quedó guardada. Abre tu reseña y agrégala otra vez.',
    elegir: {
      titulo: 'Agregar una foto',
      texto: 'Elige una foto del trabajo terminado.',
      camara: 'Tomar foto con cámara',
      dispositivo: 'Seleccionar desde dispositivo',
    },
    soloImagenes: 'Solo se permiten archivos de imagen',
    demasiadoGrande: 'La imagen es demasiado grande. Máximo 5MB.',
    ilegible: 'No pudimos leer esa imagen. Prueba con otra.',
    visor: 'Foto del trabajo',
  },
  lista: {
    distribucion: 'Reseñas por estrellas',
    barra: (n: number, cuantas: number) => `${estrellas(n)}: ${resenasEnTotal(cuantas)}`,
    filtrar: (n: number) => `Ver solo las de ${estrellas(n)}`,
    filtradas: (n: number) => `Reseñas de ${estrellas(n)}`,
    todas: 'Ver todas',
    vacioConFiltro: (n: number) => `No hay reseñas de ${estrellas(n)}.`,
    trabajoRealizado: 'Trabajo realizado',
    trabajoNoRealizado: 'El trabajo no se realizó',
    editada: 'Editada',
    /** Of a review that no exchange over time stands behind. */
    sinContar: 'Aún no cuenta en el promedio',
  },
  responder: {
    boton: 'Responder',
    campo: 'Tu respuesta',
    ayuda: 'La verán todas las personas. Se envía una sola vez y no se puede cambiar.',
    /** While the author may still edit the review. */
    editable: (fecha: string) => `Quien escribió la reseña puede editarla hasta el ${fecha}.`,
    enviar: 'Publicar respuesta',
    enviando: 'Publicando…',
    cancelar: 'Cancelar',
    exito: 'Tu respuesta ya está publicada.',
    fallo: 'No pudimos publicar tu respuesta. Sigue aquí: inténtalo de nuevo.',
  },
  /** The request at the end of a conversation. */
  peticion: {
    titulo: (nombre: string) => `¿Cómo te fue con ${nombre}?`,
    texto: 'Tu reseña ayuda a otras personas a elegir, y a los buenos maestros a que los encuentren.',
    escribir: 'Escribir una reseña',
    descartar: 'Ahora no',
    descartarEtiqueta: 'Cerrar y no volver a preguntar',
  },
} as const

/** How far a maestro is from the next level, in sentences: the first one is the title. */
export const reputacion = {
  titulo: 'Tu nivel',
  maximo: 'Tienes el nivel más alto. Gracias por tu trabajo.',
  identidad: 'Falta verificar tu identidad (INE).',
  promedio: (minimo: number, promedio: string) =>
    `Tu calificación debe ser de ${minimo.toFixed(1)} o más. Ahora es de ${promedio}.`,
  resenas: 'Cuentan las reseñas de personas que dijeron que el trabajo se realizó.',
  faltan: (n: number, nivel: string) =>
    n === 1 ? `Te falta 1 reseña para ${nivel}` : `Te faltan ${n} reseñas para ${nivel}`,
  casi: (nivel: string) => `Ya tienes las reseñas para ${nivel}`,
  avance: (tiene: number, de: number) => `${tiene} de ${de} reseñas de trabajos realizados`,
} as const

/** The sentences of the dashboard about the next level. */
export function frasesDeProgreso(progreso: Progreso, promedio: string): { titulo: string; frases: string[] } {
  const { siguiente, faltan, faltaIdentidad, promedioMinimo } = progreso
  if (siguiente === null) return { titulo: reputacion.maximo, frases: [] }
  const nivel = ETIQUETAS[siguiente]
  return {
    titulo: faltan > 0 ? reputacion.faltan(faltan, nivel) : reputacion.casi(nivel),
    frases: [
      ...(faltan > 0 ? [reputacion.resenas] : []),
      ...(faltaIdentidad ? [reputacion.identidad] : []),
      ...(promedioMinimo === null ? [] : [reputacion.promedio(promedioMinimo, promedio)]),
    ],
  }
}
