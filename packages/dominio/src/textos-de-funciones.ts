import { MOTIVO_DETALLE } from './limites.ts'

/** '1 segundo', '40 segundos', '12 minutos', '23 horas'. */
function espera(segundos: number): string {
  if (segundos < 60) return segundos === 1 ? '1 segundo' : `${segundos} segundos`
  const minutos = Math.ceil(segundos / 60)
  if (minutos > 120) return `${Math.ceil(minutos / 60)} horas`
  return minutos === 1 ? '1 minuto' : `${minutos} minutos`
}

const FUERA_DE_CATALOGO: Record<string, string> & { otro: string } = {
  alcaldia: 'Esa alcaldía no está en el directorio. Elige otra en la búsqueda.',
  servicio: 'Ese oficio no está en el directorio. Elige otro en la búsqueda.',
  otro: 'Esa alcaldía o ese oficio no está en el directorio. Elige otros en la búsqueda.',
}

/** Errors of the server functions. */
export const funciones = {
  // The specification's clients search for the words 'Session expired' (section 4).
  sesionTerminada: 'Session expired: tu sesión terminó. Inicia sesión de nuevo.',
  sinSesion:
    'Esta función necesita una sesión: inicia sesión y envía su token en el encabezado Authorization.',
  sinClave: 'Falta la clave de acceso (apikey) o no es válida.',
  datosInvalidos: 'Los datos enviados no son válidos.',
  datoInvalido: (dato: string) => `El dato '${dato}' no es válido.`,
  datoFaltante: (dato: string) => `Falta el dato '${dato}'.`,
  datoDesconocido: (dato: string) => `El dato '${dato}' no se reconoce.`,
  datoFueraDeCatalogo: (dato: string) => FUERA_DE_CATALOGO[dato] ?? FUERA_DE_CATALOGO.otro,
  funcionDesconocida: 'Esa función no existe.',
  maestroNoEncontrado: 'Maestro no encontrado',
  chatNoEncontrado: 'Chat no encontrado',
  notaDeVozSinContacto:
    'Las notas de voz se pueden enviar cuando se haya pedido el contacto. Mientras tanto, escribe tu mensaje.',
  mensajeNoEncontrado: 'Ese mensaje ya no está o no es tuyo.',
  mensajeYaNoSeElimina: 'Solo puedes eliminar un mensaje durante los primeros 15 minutos.',
  mensajeConNumero: 'Este mensaje contiene números y no se puede eliminar hasta que se pida el contacto.',
  personaNoEncontrada: 'No encontramos a esa persona entre tus conversaciones ni en el directorio.',
  /** Said to both people of a pair with a block: it does not tell who blocked whom. */
  conversacionBloqueada: 'No puedes enviar mensajes en esta conversación.',
  demasiadosReportes:
    'Hoy ya enviaste todos los reportes posibles. Podrás enviar otro mañana; si es urgente, llama al 911.',
  demasiadosTickets: (segundos: number) =>
    `Ya enviaste muchas solicitudes de ayuda. Podrás enviar otra en ${espera(segundos)}.`,
  imagenesAjenas: 'No encontramos una de las imágenes. Quítala y agrégala de nuevo.',
  confirmaContrasena: 'Para cerrar tu cuenta, escribe tu contraseña de nuevo.',
  demasiadosCierres: (segundos: number) =>
    `Ya cerraste y conservaste tu cuenta varias veces. Podrás cerrarla de nuevo en ${espera(segundos)}.`,
  exportacionDeHoy: 'Ya pediste una copia hoy. Podrás pedir otra mañana.',
  demasiadasCopias: (maximo: number, segundos: number) =>
    `Ya pediste ${maximo} copias, que es el máximo por día. Podrás pedir otra en ${espera(segundos)}.`,
  personaNoDisponible: 'Esta persona ya no está disponible en Maestros CDMX.',
  soloBuscadores: 'Esta acción es solo para buscadores.',
  soloMaestros: 'Esta acción es solo para maestros.',
  accesoVencido:
    'Este enlace ya no sirve: se usó, venció o hay uno más nuevo. Pide otro a un operador responsable.',
  contrasenaFacil:
    'Elige una contraseña más difícil de adivinar: que no sea de las más usadas, ni solo espacios, ni tu correo.',
  demasiadosIntentos: (segundos: number) =>
    `Se intentó demasiadas veces desde tu red. Podrás intentarlo de nuevo en ${espera(segundos)}.`,
  soloOperadores: 'Esta acción es solo para operadores.',
  noParaOperadores: 'Las cuentas de operador solo sirven para la consola de operación.',
  segundoFactor: 'Confirma tu segundo factor para continuar.',
  soloPersonas: 'Esta función es para personas con sesión: no se puede llamar con la clave secreta.',
  otraPersona: 'Solo puedes hacerlo en tu propio nombre.',
  cuentaSuspendida: 'Tu cuenta está suspendida.',
  metodoNoPermitido: 'Esta función no acepta ese método.',
  demasiadoGrande: 'Lo enviado es demasiado grande.',
  soloJson: 'Esta función recibe sus datos como JSON; no acepta formularios ni otros tipos de contenido.',
  otroMensaje: 'Ya se envió otro mensaje con el mismo client_id.',
  demasiadosMensajes: (segundos: number) =>
    `Has enviado muchos mensajes en poco tiempo. Podrás enviar otro en ${espera(segundos)}.`,
  demasiadosChats: (segundos: number) =>
    `Has iniciado muchas conversaciones en poco tiempo. Podrás iniciar otra en ${espera(segundos)}.`,
  motivoIncompleto: `Cuéntanos el motivo: entre ${MOTIVO_DETALLE.min} y ${MOTIVO_DETALLE.max} caracteres.`,
  demasiadosContactos: (maximo: number) =>
    `Hoy ya pediste el contacto de ${maximo} maestros. Podrás pedir más mañana a partir de las 00:00 (hora de la Ciudad de México). Mientras tanto puedes escribirle por el chat.`,
  demasiadoParaCuentaNueva: (segundos: number) =>
    `Tu cuenta es nueva y por ahora llegaste al máximo. Podrás continuar en ${espera(segundos)}; lo que ya empezaste sigue disponible.`,
  demasiadasCuentasNuevas: (segundos: number) =>
    `Hay mucha actividad de cuentas nuevas en tu red. Podrás continuar en ${espera(segundos)}, o ahora mismo desde otra red.`,
  maestroConMuchasSolicitudes: (segundos: number) =>
    `Este maestro recibió muchas solicitudes de cuentas nuevas. Podrás escribirle en ${espera(segundos)}; mientras tanto puedes buscar a otro maestro.`,
  pausaFueraDeRango: 'La pausa puede terminar entre mañana y dentro de 90 días.',
  avisosDemasiados: (maximo: number) =>
    `Ya tienes ${maximo} avisos, que es el máximo. Quita uno para pedir otro.`,
  avisoConResultados: 'Ya hay maestros de ese oficio en esa alcaldía. Vuelve a buscar para verlos.',
  cuentaNoEncontrada: 'No hay una cuenta así.',
  soloFueraDeProduccion: 'Esto solo se puede hacer fuera de producción.',
  suscripcionAjena: 'No pudimos activar las notificaciones en este navegador.',
  demasiadasVeces: 'Demasiados intentos. Espera un momento e inténtalo de nuevo.',
  sinCapacidad: 'El servicio está muy ocupado. Espera unos segundos e inténtalo de nuevo.',
  fallo: 'Algo salió mal. Inténtalo de nuevo.',
} as const
