import { NOTA_DE_VOZ } from '../limites.ts'

/** '0:07', '2:31'. */
export function duracion(ms: number): string {
  const segundos = Math.floor(ms / 1000)
  return `${Math.floor(segundos / 60)}:${String(segundos % 60).padStart(2, '0')}`
}

/** Recording and playing voice notes. Apart from the texts of the chat, because both are loaded later. */
export const notasDeVoz = {
  grabar: {
    preparando: 'Preparando el micrófono…',
    tiempo: 'Tiempo de grabación',
    suelta: 'Grabando. Suelta para enviar, desliza a la izquierda para cancelar o hacia arriba para fijar.',
    fijada: 'Grabando sin mantener presionado. Usa Enviar o Cancelar.',
    desliza: 'Desliza para cancelar',
    fijar: 'Desliza hacia arriba para fijar',
    cancelar: 'Cancelar grabación',
    enviar: 'Enviar nota de voz',
    cancelada: 'Grabación cancelada.',
    enviada: 'Nota de voz lista para enviarse.',
    completa: `Llegaste a ${duracion(NOTA_DE_VOZ.maxMs)}, que es lo máximo. Envíala o cancélala.`,
    interrumpida: 'La grabación se detuvo. Envía lo que quedó o cancélala.',
  },
  error: {
    permiso:
      'No tenemos permiso para usar el micrófono. Permítelo en los ajustes del sitio de tu navegador e inténtalo de nuevo.',
    sinMicrofono: 'No encontramos un micrófono en este dispositivo. Conecta uno o escribe tu mensaje.',
    ocupado: 'Otra aplicación está usando el micrófono. Ciérrala e inténtalo de nuevo.',
    sinSoporte: 'Este navegador no puede grabar notas de voz. Escribe tu mensaje.',
    fallo: 'No pudimos grabar la nota de voz. Inténtalo de nuevo.',
  },
  reproducir: {
    propia: 'tu nota de voz',
    de: (nombre: string) => `la nota de voz de ${nombre}`,
    iniciar: (nota: string) => `Reproducir ${nota}`,
    pausar: (nota: string) => `Pausar ${nota}`,
    posicion: (nota: string) => `Posición en ${nota}`,
    avance: (ahora: number, total: number) => `${duracion(ahora)} de ${duracion(total)}`,
    velocidad: (veces: string) => `${veces}, velocidad`,
    sinConexion: 'No pudimos cargar esta nota de voz. Revisa tu conexión e inténtalo de nuevo.',
    noSePuede: 'Este navegador no puede reproducir esta nota de voz.',
    descargar: 'Descargar la nota de voz',
    archivo: 'nota-de-voz',
  },
} as const
