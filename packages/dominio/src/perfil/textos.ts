import { contar } from '../numeros.ts'
import { UMBRALES } from '../resenas/reputacion.ts'

const cuantas = (resenas: number) => contar(resenas, 'reseña', 'reseñas')

/** A maestro's profile as a seeker sees it. */
export const perfil = {
  titulo: 'Perfil del maestro',
  cargando: 'Cargando perfil...',
  noEncontrado: {
    titulo: 'Maestro no encontrado',
    texto: 'Puede que ya no esté en el directorio.',
    volver: 'Volver',
  },
  fallo: { titulo: 'No pudimos cargar este perfil' },
  volver: { chat: 'Volver al chat', listado: 'Volver al listado' },
  identidad: {
    marca: 'Identidad verificada',
    explicacion:
      'Revisamos su identificación oficial (INE) y confirmamos que es la persona que dice ser. El detalle está más abajo, en «Datos verificados».',
  },
  reputacion: {
    nuevo: 'Acaba de empezar o todavía tiene pocas reseñas confirmadas. No dice nada malo de su trabajo.',
    confianza_comprobada: `Identidad verificada, al menos ${UMBRALES.confianza_comprobada.confirmadas} trabajos confirmados por sus clientes y ${UMBRALES.confianza_comprobada.promedio.toFixed(1)} o más de calificación.`,
    experto: `Identidad verificada, al menos ${UMBRALES.experto.confirmadas} trabajos confirmados por sus clientes y ${UMBRALES.experto.promedio.toFixed(1)} o más de calificación.`,
  },
  oficios: 'Oficios',
  alcaldias: 'Alcaldías donde trabaja',
  descripcion: 'Acerca de su trabajo',
  datos: {
    titulo: 'Datos verificados',
    explicacion: 'El perfil queda verificado cuando INE, domicilio y CURP lo están.',
    perfil: 'Perfil verificado',
    ine: 'INE',
    domicilio: 'Domicilio',
    curp: 'CURP',
    verificado: 'Verificado',
    pendiente: 'Pendiente',
  },
  referencias: {
    titulo: 'Referencias de clientes anteriores',
    vacio: 'No hay referencias disponibles',
    llamar: (numero: string) => `Llamar a la referencia, ${numero}`,
  },
  calificacion: {
    titulo: 'Calificación',
    estrellas: (promedio: string, cantidad: number) => `${promedio} de 5, ${cuantas(cantidad)}`,
    ninguna: '—',
    sinResenas: 'Sin reseñas todavía',
    cantidad: cuantas,
  },
  trabajos: {
    titulo: 'Trabajos completados',
    nota: 'Confirmados por sus clientes',
  },
  resenas: {
    titulo: 'Reseñas',
    vacio: 'Aún no hay reseñas',
    vacioTexto: 'Sus clientes podrán contar aquí cómo les fue.',
    /** On the own profile. */
    vacioPropio:
      'Quien pide tu contacto y habla contigo por el chat puede contar aquí cómo le fue. Al terminar un trabajo, pídele su reseña.',
    puntuacion: (puntuacion: number) => `${puntuacion} de 5`,
    respuesta: 'Respuesta del maestro',
    mas: 'Ver más reseñas',
    cargando: 'Cargando reseñas…',
    fallo: 'No pudimos traer más reseñas. Inténtalo de nuevo.',
  },
  acciones: {
    chatear: 'Chatear con el maestro',
    abriendoChat: 'Abriendo chat…',
    verContacto: 'Ver información de contacto',
  },
  contacto: {
    titulo: 'Contacto',
    llamar: 'Llamar',
    guardar: 'Guardar contacto',
    whatsapp: 'WhatsApp',
    whatsappDe: (nombre: string) => `Escribir a ${nombre} por WhatsApp (abre otra ventana)`,
    nota: (oficios: string) => `${oficios} · Maestros CDMX`,
  },
} as const
