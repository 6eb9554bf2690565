/** What to place in the frame of the viewfinder. */
export const marcos = {
  cara: 'Pon tu cara dentro del óvalo.',
  ine: 'Pon el frente de tu INE dentro del marco.',
  ineReverso: 'Pon el reverso de tu INE dentro del marco.',
  comprobante: 'Pon el comprobante completo dentro del marco.',
} as const

/** The viewfinder with which a picture is taken. */
export const camara = {
  capturar: 'Tomar foto',
  repetir: 'Repetir',
  usar: 'Usar esta foto',
  abriendo: 'Abriendo la cámara…',
  oscura: 'Está muy oscuro: busca más luz.',
  borrosa: 'Se ve borroso: sostén firme el teléfono.',
  bien: 'Se ve bien.',
  vista: 'Lo que ve la cámara',
  sinCamara: 'No pudimos abrir la cámara. Elige una foto de tu teléfono.',
  elegir: 'Elegir una foto',
} as const
