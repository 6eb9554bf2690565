/**
 * What a sign-out would delete: messages of chats, and steps and photos of a maestro's profile that is not complete yet. `leido` is false
 * when the browser did not answer in time, so that there may be more.
 */
export type SinEnviar = {
  mensajes: number
  imagenes: number
  notas: number
  pasos: number
  fotos: number
  leido: boolean
}

export const cuantos = ({ mensajes, imagenes, notas, pasos, fotos }: SinEnviar) =>
  mensajes + imagenes + notas + pasos + fotos

/** The question before a sign-out with something that was not sent. */
export const salir = {
  titulo: (sinEnviar: SinEnviar) => {
    if (cuantos(sinEnviar) === 0) return 'No sabemos si tienes algo sin enviar'
    const { mensajes, imagenes, notas, pasos, fotos } = sinEnviar
    const partes = [
      mensajes > 0 && (mensajes === 1 ? '1 mensaje' : `${mensajes} mensajes`),
      imagenes > 0 && (imagenes === 1 ? '1 imagen' : `${imagenes} imágenes`),
      notas > 0 && (notas === 1 ? '1 nota de voz' : `${notas} notas de voz`),
      pasos > 0 && (pasos === 1 ? '1 paso de tu perfil' : `${pasos} pasos de tu perfil`),
      fotos > 0 && (fotos === 1 ? '1 foto' : `${fotos} fotos`),
    ].filter((parte) => parte !== false)
    return `Tienes ${partes.join(', ').replace(/, ([^,]*)$/, ' y $1')} sin enviar`
  },
  texto: (sinEnviar: SinEnviar) =>
    cuantos(sinEnviar) === 0
      ? 'Tu dispositivo no responde. Si cierras sesión ahora, se borran de él los mensajes y las fotos que no se hayan enviado.'
      : `${promesa(sinEnviar)} ${riesgo(sinEnviar)}`,
  quedarme: (sinEnviar: SinEnviar) => {
    if (esDelPerfil(sinEnviar) || cuantos(sinEnviar) === 0) return 'No cerrar sesión'
    return cuantos(sinEnviar) === 1 ? 'Esperar a que se envíe' : 'Esperar a que se envíen'
  },
  salir: 'Cerrar sesión y borrar',
} as const

const esDelPerfil = ({ pasos, fotos }: SinEnviar) => pasos + fotos > 0

/** A step may wait for a decision of the person, and a photo for another attempt, so the connection alone may not be enough. */
function promesa(sinEnviar: SinEnviar): string {
  const uno = cuantos(sinEnviar) === 1
  if (esDelPerfil(sinEnviar)) return uno ? 'Todavía no llega a tu cuenta.' : 'Todavía no llegan a tu cuenta.'
  return uno ? 'Se enviará cuando vuelva la conexión.' : 'Se enviarán cuando vuelva la conexión.'
}

const riesgo = (sinEnviar: SinEnviar) =>
  cuantos(sinEnviar) === 1
    ? 'Si cierras sesión ahora, se borra de este dispositivo.'
    : 'Si cierras sesión ahora, se borran de este dispositivo.'
