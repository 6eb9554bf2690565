import { DESCRIPCION, DOMICILIO, REFERENCIA_DESCRIPCION_MAX } from '../limites.ts'
import { camposDeReferencia } from '../maestro/textos-de-referencias.ts'
import { numero } from '../numeros.ts'
import { marcos } from '../textos-de-camara.ts'
import type { PasoDeBorrador } from './pasos.ts'

/** /onboarding-maestro. Texts in single quotes of the specification, sections 5 and 8, stand as written there. */

export const erroresDeOnboarding = {
  nombre: 'Escribe tu nombre.',
  apellido: 'Escribe tu apellido.',
  nombreLargo: 'El nombre es demasiado largo.',
  apellidoLargo: 'El apellido es demasiado largo.',
  telefono: 'Escribe tu teléfono.',
  telefonoInvalido: 'Revisa tu teléfono: debe tener entre 8 y 20 dígitos.',
  oficios: 'Debes seleccionar al menos un oficio.',
  demasiadosOficios: (maximo: number) => `Puedes elegir como máximo ${maximo} oficios.`,
  oficioInactivo: (nombre: string) => `El oficio ${nombre} ya no está disponible.`,
  alcaldias: 'Debes seleccionar al menos una alcaldía.',
  demasiadasAlcaldias: (maximo: number) => `Puedes elegir como máximo ${maximo} alcaldías.`,
  alcaldiaInactiva: (nombre: string) => `La alcaldía ${nombre} ya no está disponible.`,
  selfie: 'La selfie es obligatoria para completar tu perfil.',
  descripcion: 'Cuenta qué haces y cómo trabajas.',
  descripcionCorta: `La descripción debe tener al menos ${DESCRIPCION.min} caracteres.`,
  descripcionLarga: `La descripción debe tener como máximo ${numero.format(DESCRIPCION.max)} caracteres.`,
  referencia: (numero: 1 | 2) =>
    `Todos los campos de la Referencia #${numero} son obligatorios y el teléfono debe tener entre 8-12 dígitos.`,
  trabajoLargo: (numero: 1 | 2) =>
    `El trabajo de la Referencia #${numero} debe tener como máximo ${REFERENCIA_DESCRIPCION_MAX} caracteres.`,
  clienteLargo: (numero: 1 | 2) => `El nombre del cliente de la Referencia #${numero} es demasiado largo.`,
  curp: 'Escribe tu CURP.',
  curpInvalida: 'El CURP debe tener exactamente 18 caracteres alfanuméricos.',
  domicilio: 'Escribe tu domicilio.',
  domicilioCorto: `El domicilio debe tener al menos ${DOMICILIO.min} caracteres.`,
  domicilioLargo: `El domicilio debe tener como máximo ${DOMICILIO.max} caracteres.`,
  ine: 'El documento de identidad es obligatorio.',
  // The same sentences are in db/maestro/pictures.sql and db/protocol/storage.sql.
  fotoAjena: 'La foto de perfil debe ser una imagen que hayas subido aquí.',
  ineAjena: 'El documento de identidad debe ser una imagen que hayas subido aquí.',
  reversoAjeno: 'El reverso de la INE debe ser una imagen que hayas subido aquí.',
  comprobanteAjeno: 'El comprobante de domicilio debe ser una imagen que hayas subido aquí.',
  fallo: 'Ocurrió un error al completar tu perfil',
} as const

export const avisosDeCurp = {
  estructura: 'Esta CURP no tiene la forma acostumbrada. Compárala con tu INE; si está bien, sigue adelante.',
  fecha: 'La fecha dentro de esta CURP no existe. Compárala con tu INE; si está bien, sigue adelante.',
  digito: 'El último dígito no corresponde con el resto. Compárala con tu INE; si está bien, sigue adelante.',
} as const

type TextosDePaso = { titulo: string; ayuda: string }

const pasos = {
  datos: { titulo: 'Tus datos', ayuda: 'Tu apellido y tu teléfono solo los ve quien pide tu contacto.' },
  oficios: { titulo: 'Tus oficios', ayuda: 'El primero que elijas es tu oficio principal.' },
  alcaldias: { titulo: 'Dónde trabajas', ayuda: 'La primera que elijas es tu alcaldía principal.' },
  selfie: { titulo: 'Tu foto', ayuda: 'Es tu foto de perfil: con buena luz y de frente.' },
  descripcion: {
    titulo: 'Tu trabajo',
    ayuda: 'Cuenta qué haces, con qué experiencia y cómo trabajas. Sin teléfonos ni redes.',
  },
  referencias: {
    titulo: 'Referencias',
    ayuda:
      'Dos clientes que hablen bien de tu trabajo. Sus teléfonos se muestran solo a quien pide tu contacto.',
  },
  identidad: {
    titulo: 'CURP y domicilio',
    ayuda: 'Son privados: solo los usa nuestro equipo para verificarte.',
  },
  ine: {
    titulo: 'Tu INE',
    ayuda:
      'Es privada: solo la ve nuestro equipo para verificarte. El comprobante puedes enviarlo después; lo pedimos para verificar tu perfil.',
  },
  revisar: { titulo: 'Revisa y termina', ayuda: 'Toca un paso para cambiarlo.' },
} as const satisfies Record<string, TextosDePaso>

const imagenes = {
  selfie: {
    nombre: 'Selfie',
    tomar: 'Tomar selfie',
    otra: 'Tomar otra selfie',
    alternativa: 'Tu selfie',
    marco: marcos.cara,
    subida: '¡Perfecto! Tu foto de perfil se ha guardado correctamente.',
    fallo: 'Error al subir la foto. Intenta nuevamente.',
    escritorio:
      'La selfie debe tomarse desde un dispositivo móvil con cámara. Toca «Mostrar código QR» y apunta la cámara de tu teléfono al código; aquí seguimos cuando termines.',
  },
  ine: {
    nombre: 'INE, frente',
    tomar: 'Tomar foto de la INE',
    otra: 'Tomar otra foto de la INE',
    alternativa: 'El frente de tu INE',
    marco: marcos.ine,
    subida: 'INE subido correctamente',
    fallo: 'Ocurrió un error. Intenta nuevamente.',
    escritorio:
      'La foto de la INE debe tomarse desde un dispositivo móvil con cámara. Toca «Mostrar código QR» y apunta la cámara de tu teléfono al código; aquí seguimos cuando termines.',
  },
  ine_reverso: {
    nombre: 'INE, reverso (opcional)',
    tomar: 'Tomar foto del reverso',
    otra: 'Tomar otra foto del reverso',
    alternativa: 'El reverso de tu INE',
    marco: marcos.ineReverso,
    subida: 'Reverso de la INE subido correctamente',
    fallo: 'Ocurrió un error. Intenta nuevamente.',
    escritorio: 'El reverso de la INE también se toma desde tu teléfono.',
  },
  comprobante_domicilio: {
    nombre: 'Comprobante de domicilio (opcional)',
    tomar: 'Tomar foto del comprobante',
    otra: 'Tomar otra foto del comprobante',
    alternativa: 'Tu comprobante de domicilio',
    marco: marcos.comprobante,
    subida: 'Comprobante subido correctamente',
    fallo: 'Ocurrió un error. Intenta nuevamente.',
    escritorio: 'El comprobante también se toma desde tu teléfono.',
  },
} as const satisfies Partial<Record<PasoDeBorrador, unknown>>

export const onboarding = {
  titulo: 'Completa tu perfil',
  entrada: 'Es lo último antes de aparecer en el directorio. Se guarda solo: puedes seguir cuando quieras.',
  cargando: 'Cargando tu perfil…',
  progreso: (paso: number, total: number) => `Paso ${paso} de ${total}`,
  pasos,
  imagenes,
  atras: 'Atrás',
  despues: 'Dejarlo para después',
  aRevisar: 'Volver a revisar',
  siguiente: 'Siguiente',
  enviar: 'Completar mi perfil',
  enviando: 'Guardando tu perfil…',
  listo: '¡Perfil completado!',
  falta: 'Falta',
  completo: 'Listo',
  campos: {
    nombre: 'Nombre',
    apellido: 'Apellido',
    telefono: 'Teléfono',
    descripcion: 'Descripción',
    descripcionAyuda: `De ${DESCRIPCION.min} a ${numero.format(DESCRIPCION.max)} caracteres, sin teléfonos ni enlaces.`,
    ...camposDeReferencia,
    curp: 'CURP',
    curpAyuda: '18 letras y números, como en tu INE.',
    domicilio: 'Domicilio',
    domicilioAyuda: 'Calle, número, colonia, alcaldía y código postal.',
  },
  elegir: {
    buscarOficio: 'Buscar oficio',
    buscarAlcaldia: 'Buscar alcaldía',
    elegidos: 'Lo que elegiste',
  },
  guardado: {
    guardando: 'Guardando…',
    guardado: 'Guardado',
    enEsteDispositivo: 'Sin conexión: guardado en este dispositivo',
    sinGuardar: (paso: string) => `Sin guardar: ${paso}`,
  },
  conflicto: {
    texto: 'Este paso también se cambió en otro dispositivo.',
    mio: 'Dejar lo de aquí',
    otro: 'Usar lo del otro',
    decide: 'Antes de enviar, elige qué se queda: este paso se cambió en dos dispositivos.',
  },
  imagen: {
    soloImagenes: 'Solo se permiten archivos de imagen',
    demasiadoGrande: 'La imagen es demasiado grande. Máximo 5MB.',
    ilegible: 'No pudimos abrir esa imagen. Prueba con otra.',
    preparando: 'Preparando la imagen…',
    subiendo: 'Subiendo…',
    avance: 'Avance de la subida',
    esperando: 'Sin conexión: se subirá en cuanto vuelva.',
    ocupado: 'No pudimos recibirla todavía: se subirá en un momento.',
    reintentar: 'Reintentar',
    noSubida: 'No se subió',
    aunSube: (nombre: string) =>
      `Todavía se está subiendo: ${nombre}. Espera a que termine y vuelve a completar tu perfil.`,
  },
  telefono: {
    titulo: 'Sigue en tu teléfono',
    pasos: 'Abre la cámara de tu teléfono y apunta a este código.',
    codigo: 'Código QR para abrir este paso en tu teléfono',
    mostrar: 'Mostrar código QR',
    vence: 'El código sirve una sola vez y vence en 10 minutos.',
    vencido: 'Este código ya venció.',
    otro: 'Hacer otro código',
    esperando: 'Esperando la foto de tu teléfono…',
    fallo: 'No pudimos hacer el código. Inténtalo de nuevo.',
    abriendo: 'Abriendo tu perfil…',
    invalido: 'Este enlace ya no sirve',
    invalidoTexto:
      'Los enlaces sirven una sola vez y vencen en 10 minutos. Haz otro código en tu computadora.',
    sinConexion: 'No pudimos abrirlo. Revisa tu conexión e inténtalo de nuevo.',
    terminado: 'Listo: puedes seguir en tu computadora o aquí.',
    entrar: 'Entrar con mi contraseña',
  },
} as const
